// What the scripts print, and how they end when something is missing.

/** Something is missing that the person can mend; `message` is the one sentence they are shown. */
export class SetupError extends Error {}

/** Exit code of "nothing possible": the sentence before it names the command that helps. */
export const EXIT_SETUP = 2

/** @param {string} sentence */
export function say(sentence) {
  process.stdout.write(`${sentence}\n`)
}

/**
 * Runs a script's body. A SetupError ends it with its sentence and code 2; any other error with its
 * message, so that a person never meets a stack trace (DEBUG=1 shows it).
 * @param {() => Promise<number>} body resolves with the exit code
 */
export async function runScript(body) {
  try {
    process.exitCode = await body()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    if (process.env.DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`)
    process.exitCode = EXIT_SETUP
  }
}
