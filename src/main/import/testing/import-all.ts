import type { ImportFrame, ImportOptions, ScanFrame } from '../../../shared/ipc/import.ts'
import type { OpenHere } from '../import-thread.ts'
import { runImport } from '../run-import.ts'
import { scanSources } from '../scan-sources.ts'

/** Everything, in the workspace's root, updated where it has changed. */
export const IMPORT_OPTIONS: ImportOptions = {
  folder: '',
  toolOutput: true,
  images: true,
  branches: true,
  changed: 'update',
}

/** Scans and imports as the dialog does, and answers all that was told. */
export async function importAll(
  sources: readonly string[],
  root: string,
  options: Partial<ImportOptions> = {},
  signal: AbortSignal = new AbortController().signal,
  open?: OpenHere,
) {
  const frames: ImportFrame[] = []
  const scanned: ScanFrame[] = []
  const scan = await scanSources(sources, (frame) => scanned.push(frame), signal)
  const ended = await runImport(
    {
      root,
      folder: root,
      sources: scan.sources,
      options: { ...IMPORT_OPTIONS, ...options },
      idOf: (path) => path.slice(root.length + 1),
      total: scan.threads.length,
    },
    (frame) => frames.push(frame),
    signal,
    open,
  ).then(
    () => 'done',
    (error: { readonly code: string }) => error.code,
  )
  const told = frames.flatMap((frame) => (frame.kind === 'imported' ? [frame] : []))
  const outcomes = told.map(({ outcome }) => outcome)
  const failed = frames.filter(({ kind }) => kind === 'failed')
  return { frames, outcomes, threads: told.map(({ thread }) => thread), failed, scanned, scan, ended }
}
