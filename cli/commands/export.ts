import { mkdir } from 'node:fs/promises'
import { dirname, parse, resolve } from 'node:path'
import { EMAIL_SHAPE, SECRET_SHAPES } from '../../src/main/compaction/secrets/secret-shapes.ts'
import { fileThread } from '../../src/main/export/file-thread.ts'
import { readThrough, writeExport } from '../../src/main/export/run-export.ts'
import { noFilter, SecretReview, secretReplacer } from '../../src/main/export/text-filter.ts'
import { openThreads } from '../../src/main/threads/open-thread.ts'
import type { ThreadFile } from '../../src/main/threads/thread-file.ts'
import { EXPORT_FORMATS, type ExportChoices } from '../../src/shared/ipc/export.ts'
import { EXIT } from '../exit.ts'
import { watchInterrupt } from '../interrupt.ts'
import { printFailure, printLine, printProgress, tellUnwritten } from '../output.ts'

export interface ExportCommandOptions {
  readonly to: string
  readonly out?: string
  readonly redact?: boolean
  readonly keepSecrets?: boolean
  readonly emails?: boolean
  readonly toolCalls: boolean
  readonly thinking: boolean
  readonly checkpoints: boolean
  readonly json?: boolean
}

/**
 * Writes each thread in another form under a free name; the threads are only read. A thread with suspected
 * secrets is not written unless `--redact` or `--keep-secrets` decides about them; the exit code is 1 then.
 */
export async function exportFiles(paths: readonly string[], options: ExportCommandOptions): Promise<number> {
  const format = EXPORT_FORMATS.find((name) => name === options.to)
  if (format === undefined) {
    printProgress(`Unknown format "${options.to}". Use ${EXPORT_FORMATS.join(', ')}.`)
    return EXIT.wrongUse
  }
  if (options.redact === true && options.keepSecrets === true) {
    printProgress('Use either --redact or --keep-secrets.')
    return EXIT.wrongUse
  }
  const { toolCalls, thinking, checkpoints } = options
  const emails = options.emails === true
  const choices: ExportChoices = { format, toolCalls, thinking, checkpoints, emails, language: 'en' }
  const interrupt = watchInterrupt()
  let exit: number = EXIT.done
  try {
    for (const path of paths) {
      try {
        if (!(await exportPath(path, choices, options, interrupt.signal))) exit = EXIT.someFailed
      } catch (error) {
        await printFailure(path, error, options.json === true)
        exit = EXIT.someFailed
      }
      if (interrupt.signal.aborted) return EXIT.someFailed
    }
  } finally {
    interrupt.release()
  }
  return exit
}

/** Every thread of a file; false = one of them was not written. */
async function exportPath(
  path: string,
  choices: ExportChoices,
  options: ExportCommandOptions,
  signal: AbortSignal,
): Promise<boolean> {
  const files = await openThreads(resolve(path))
  let isDone = true
  try {
    for (const file of files) {
      const name = files.length === 1 ? parse(path).name : file.head.title
      if (!(await exportOne({ path, name, file }, choices, options, signal))) isDone = false
    }
  } finally {
    for (const file of files) file.close()
  }
  return isDone
}

async function exportOne(
  { path, name, file }: { readonly path: string; readonly name: string; readonly file: ThreadFile },
  choices: ExportChoices,
  options: ExportCommandOptions,
  signal: AbortSignal,
): Promise<boolean> {
  const shapes = choices.emails ? [...SECRET_SHAPES, EMAIL_SHAPE] : SECRET_SHAPES
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  let unwritten: readonly string[] = []
  const source = fileThread(path, file, { now: () => new Date(), timeZone }, (paths) => {
    unwritten = paths
  })
  const watch = { signal, onShare: () => undefined }
  if (options.redact !== true && options.keepSecrets !== true) {
    const review = new SecretReview(shapes)
    await readThrough(source, choices, review.of(path), watch)
    if (review.findings.length > 0) {
      await tellSecrets(path, review, options.json === true)
      return false
    }
  }
  const folder = options.out === undefined ? dirname(resolve(path)) : resolve(options.out)
  await mkdir(folder, { recursive: true })
  const replacer = secretReplacer(shapes, new Set())
  const filter = options.redact === true ? replacer.filter : noFilter
  const written = await writeExport(source, choices, filter, { folder, name }, watch)
  const replaced = replacer.count()
  if (options.json === true)
    await printLine(JSON.stringify({ file: path, output: written.path, bytes: written.bytes, replaced }))
  else await printLine(written.path)
  tellUnwritten(unwritten)
  if (replaced > 0) printProgress(`${path}: ${replaced} suspected secrets replaced.`)
  return true
}

async function tellSecrets(path: string, review: SecretReview, isJson: boolean): Promise<void> {
  const found = review.findings
  if (isJson)
    await printLine(JSON.stringify({ file: path, output: null, findings: found, more: review.more }))
  printProgress(
    `${path}: not written, ${found.length + review.more} suspected secrets. Use --redact to replace them, --keep-secrets to write them.`,
  )
  for (const { kind, masked, index, count } of isJson ? [] : found.slice(0, 20))
    printProgress(`  ${kind} ${masked} ×${count}${index === null ? '' : `, message ${index + 1}`}`)
}
