// Lists what no test names, and fails if there is any.
import { runScript, say } from '../setup/say.mjs'
import { testNames } from './test-names.mjs'

/**
 * @param {string} what
 * @param {readonly { readonly id: string, readonly title?: string }[]} wanted
 */
export function reportCoverage(what, wanted) {
  return runScript(async () => {
    const names = await testNames()
    const counts = new Map(wanted.map(({ id }) => [id, 0]))
    for (const name of names)
      for (const id of new Set(name.match(/\b(?:S-\d{3}|C-\d{2}|B-\d{2})\b/g)))
        if (counts.has(id)) counts.set(id, counts.get(id) + 1)
    const missing = wanted.filter(({ id }) => counts.get(id) === 0)
    for (const { id, title } of missing) say(title === undefined ? id : `${id} ${title}`)
    say(
      `${what}: ${wanted.length - missing.length} of ${wanted.length} named by at least one of ${names.length} tests.`,
    )
    return missing.length === 0 ? 0 : 1
  })
}
