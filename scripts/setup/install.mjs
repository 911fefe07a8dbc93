// Installs what is missing, as far as the person at hand allows it.
import { createInterface } from 'node:readline/promises'
import { findOnPath } from '../../runtime/host/find-browser.js'
import { installPlan } from './packages.mjs'
import { run } from './project.mjs'
import { SetupError, say } from './say.mjs'

/** What each thing is called towards a person. */
const NAMES = {
  browser: 'Chromium',
  display: 'a virtual display (Xvfb)',
  'cjk-font': 'a font with Chinese signs',
}

async function ask(question) {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^(y|yes)?$/i.test((await terminal.question(`${question} [Y/n] `)).trim())
  } finally {
    terminal.close()
  }
}

/**
 * Where a person may be asked, what they may do, and how it is done. Tests give their own.
 * @typedef {{
 *   env: Record<string, string | undefined>, platform: string, isRoot: boolean, isTerminal: boolean,
 *   ask: (question: string) => Promise<boolean>,
 *   run: (step: string[]) => Promise<number>,
 * }} Situation
 */

/** @returns {Situation} */
export function situation() {
  return {
    env: process.env,
    platform: process.platform,
    isRoot: process.getuid?.() === 0,
    isTerminal: Boolean(process.stdin.isTTY && process.stdout.isTTY),
    ask,
    run: async ([file = '', ...args]) =>
      (await run(file, args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })).code,
  }
}

/**
 * Installs one thing: asks on a terminal; as root without one goes ahead and says so; otherwise throws
 * the sentence that says what is missing and how to get it.
 * @param {import('./packages.mjs').Want} want
 * @param {string} missing a sentence without its end, for example 'No browser was found'
 * @param {string} otherwise what helps where no package manager does
 * @param {Situation} where
 */
export async function install(want, missing, otherwise, where) {
  const plan = installPlan(want, where)
  if (!plan) throw new SetupError(`${missing}. ${otherwise}`)
  const typed = `${missing}; install ${NAMES[want]} with: ${plan.hint}`
  if (plan.needsSudo && !(where.isTerminal && findOnPath('sudo', where.env))) throw new SetupError(typed)
  if (where.isTerminal) {
    if (!(await where.ask(`${missing}. Install ${NAMES[want]} now (${plan.hint})?`)))
      throw new SetupError(typed)
  } else {
    say(
      `${missing}. Installing ${NAMES[want]} with ${plan.manager}, because this is root without a terminal.`,
    )
  }
  const steps = [...plan.steps]
  const last = steps.pop() ?? []
  for (const step of steps) await where.run(step)
  if ((await where.run(last)) !== 0)
    throw new SetupError(`${NAMES[want]} could not be installed; try: ${plan.hint}`)
}
