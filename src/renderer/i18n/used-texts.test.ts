import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { resources } from './resources.ts'

const SOURCE = resolve(import.meta.dirname, '../..')

/** All code of the program as one text, tests left out. */
function readCode(): string {
  return readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(join(SOURCE, file), 'utf8'))
    .join('\n')
}

/** Keys that are put together: `skip.${reason}`, with a name space in front or not. */
function patternsIn(code: string): readonly RegExp[] {
  return [...code.matchAll(/`(?:[a-z]+:)?([a-zA-Z][\w-]*\.[\w.-]*\$\{[^`]*|\$\{[^`}]*\}\.title)`/g)].map(
    (match) => {
      const parts = (match[1] ?? '').split(/\$\{[^}]*\}/)
      const fixed = parts.map((part) => part.replace(/[.*+?^()|[\]\\]/g, '\\$&'))
      return new RegExp(`^${fixed.join('[\\w.-]+')}$`)
    },
  )
}

test('no text is left that nothing shows', () => {
  const code = readCode()
  const patterns = patternsIn(code)
  const { errors: _, ...packs } = resources.en
  const unused = Object.entries(packs).flatMap(([space, pack]) =>
    [...new Set(Object.keys(pack).map((key) => key.replace(/_(one|other)$/, '')))]
      .filter((key) => !patterns.some((pattern) => pattern.test(key)))
      .filter((key) => !new RegExp(`['":\`]${key.replaceAll('.', '\\.')}['"\`]`).test(code))
      .map((key) => `${space}:${key}`),
  )
  expect(unused).toEqual([])
})
