import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Section } from './section.ts'

const ROOT = join(import.meta.dirname, '..')

/** Forward use of the built-in summarizer on the sample threads that come with the project. */
export async function forwardUseSection(): Promise<Section> {
  const folder = join(ROOT, 'resources', 'sample-workspace')
  const threads = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(folder, name))
  const script = join(import.meta.dirname, 'forward-use.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [
    script,
    ...threads,
    '--quiet',
    '--every',
    '10',
    '--next',
    '20',
  ])
  const lines = stdout.trim().split('\n')
  return { title: 'Forward use, sample threads', figures: [], lines }
}
