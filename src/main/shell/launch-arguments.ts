import { resolve } from 'node:path'
import { z } from 'zod'

/** Files at most from one command line: more is a mistake of a shell pattern. */
const MAX_FILES = 20

/**
 * Thread files named on a command line, as absolute paths. `argv` is the process' own; without packaging its
 * second entry that is no switch is the app's folder. Whether a file is there is found out when it is opened.
 */
export function filesToOpen(
  argv: readonly string[],
  workingDirectory: string,
  isPackaged: boolean,
): readonly string[] {
  const plain = argv.slice(1).filter((argument) => argument !== '' && !argument.startsWith('-'))
  const named = isPackaged ? plain : plain.slice(1)
  return [...new Set(named.map((path) => resolve(workingDirectory, path)))].slice(0, MAX_FILES)
}

const handover = z.object({ files: z.array(z.string().min(1).max(4096)).max(MAX_FILES) })

/** What a second start hands over to the first: it comes from another process, so it is parsed. */
export function parseHandover(value: unknown): readonly string[] {
  const parsed = handover.safeParse(value)
  return parsed.success ? parsed.data.files : []
}
