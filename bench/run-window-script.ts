import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The last line that a script of the window's folder prints, with a browser and a build to show the app. */
export async function runWindowScript(
  name: string,
  args: readonly string[],
  timeoutMs: number,
): Promise<string> {
  const browser = await lastLine('prepare.mjs', [], process.env, timeoutMs)
  const env = { ...process.env, CHROMIUM_PATH: process.env.CHROMIUM_PATH ?? browser }
  return lastLine(name, args, env, timeoutMs)
}

async function lastLine(
  name: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  timeout: number,
): Promise<string> {
  const script = join(import.meta.dirname, 'window', name)
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], { env, timeout })
  return stdout.trim().split('\n').at(-1) ?? ''
}
