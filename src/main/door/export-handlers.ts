import { mkdir } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { AppError, toErrorValue } from '../../shared/ipc/errors.ts'
import type { ExportChoices, ExportProgress, ExportScope } from '../../shared/ipc/export.ts'
import type { Handlers } from '../../shared/ipc/handlers.ts'
import {
  EMAIL_SHAPE,
  keyShape,
  ownShape,
  SECRET_SHAPES,
  type SecretShape,
} from '../compaction/secrets/secret-shapes.ts'
import { toDiskError } from '../disk/disk-error.ts'
import type { ExportThread } from '../export/export-thread.ts'
import { readThrough, writeExport } from '../export/run-export.ts'
import { SecretReview, secretReplacer } from '../export/text-filter.ts'
import type { HostPort } from '../ports.ts'
import { safeName } from '../threads/safe-name.ts'
import { walkFolders } from '../threads/walk-folders.ts'
import type { WorkspaceFolder } from '../threads/workspace-folder.ts'
import { chosenFolder } from './chosen-folder.ts'

type ExportHandlers = Pick<
  Handlers,
  'export.review' | 'export.write' | 'export.chooseFolder' | 'export.reveal'
>

export interface ExportDoor {
  readonly workspace: () => WorkspaceFolder | null
  /** Rejects with `not-found` for a checkpoint that is gone or cannot be read. */
  readonly source: (thread: string, checkpoint: string | null) => Promise<ExportThread>
  readonly host: Pick<HostPort, 'chooseFolder' | 'revealItem'>
  /** Patterns of the person, one a line as they stand in the settings. */
  readonly ownPatterns: () => readonly string[]
  /** Keys this program keeps: they leave it in no export. */
  readonly storedKeys: () => Promise<readonly string[]>
  readonly newId: () => string
}

/** What a person has looked through, and may now let be written. */
interface Reviewed {
  readonly threads: readonly string[]
  /** The one checkpoint that is written; null = threads are. */
  readonly checkpoint: string | null
  readonly choices: ExportChoices
  readonly shapes: readonly SecretShape[]
  /** Folder names are kept below a folder that was exported. */
  readonly base: string | null
}

/** Reviews that are remembered: the dialog makes a new one whenever a choice changes. */
const MOST_REVIEWS = 8

/** Routes of the export dialog. Nothing is written before a review of the same threads was read to its end. */
export function exportHandlers(door: ExportDoor): ExportHandlers {
  const reviews = new Map<string, Reviewed>()
  const chosenFolders = new Set<string>()
  return {
    'export.review': async ({ scope, choices: asked }, emit, { signal }) => {
      const checkpoint = scope.kind === 'checkpoint' ? scope.id : null
      const choices: ExportChoices = checkpoint === null ? asked : { ...asked, format: 'markdown' }
      const threads = await threadsOf(scope, door.workspace(), signal)
      const shapes = await shapesOf(door, choices)
      const review = new SecretReview(shapes)
      let messages = 0
      const readable: string[] = []
      for (const [done, thread] of threads.entries()) {
        const tell = progress(emit, thread, done, threads.length)
        try {
          tell(0)
          const source = await door.source(thread, checkpoint)
          await readThrough(source, choices, review.of(thread), { signal, onShare: tell })
          messages += source.only === undefined ? source.file.count : 0
          readable.push(thread)
        } catch (error) {
          if (signal.aborted) throw error
          emit({ kind: 'failed', thread, error: toErrorValue(error) })
        }
      }
      const reviewId = door.newId()
      const base = scope.kind === 'folder' ? scope.folder : null
      reviews.set(reviewId, { threads: readable, checkpoint, choices, shapes, base })
      for (const old of [...reviews.keys()].slice(0, -MOST_REVIEWS)) reviews.delete(old)
      const { findings, more } = review
      emit({ kind: 'reviewed', reviewId, threads: readable.length, messages, findings, more })
    },
    'export.write': async ({ reviewId, folder, kept }, emit, { signal }) => {
      const reviewed = reviews.get(reviewId)
      if (reviewed === undefined)
        throw new AppError('preview-gone', 'This review is not there any more. Review again.')
      if (!chosenFolders.has(folder))
        throw new AppError('path-outside', 'This folder was not chosen in the dialog.')
      const keptIds = new Set(kept)
      for (const [done, thread] of reviewed.threads.entries()) {
        const tell = progress(emit, thread, done, reviewed.threads.length)
        try {
          tell(0)
          const source = await door.source(thread, reviewed.checkpoint)
          const { filter, count } = secretReplacer(reviewed.shapes, keptIds)
          const target = await targetOf(source, folder, reviewed.base)
          const written = await writeExport(source, reviewed.choices, filter, target, {
            signal,
            onShare: tell,
          })
          emit({ kind: 'written', thread, ...written, replaced: count() })
        } catch (error) {
          if (signal.aborted) throw error
          emit({ kind: 'failed', thread, error: toErrorValue(error) })
        }
      }
    },
    'export.chooseFolder': async () => {
      const folder = await chosenFolder(door.host)
      if (folder !== null) chosenFolders.add(folder)
      return folder
    },
    'export.reveal': async ({ folder }) => {
      if (chosenFolders.has(folder)) await door.host.revealItem(folder)
      return null
    },
  }
}

function progress(emit: (frame: ExportProgress) => void, thread: string, done: number, total: number) {
  return (share: number) => emit({ kind: 'progress', thread, done, total, share })
}

async function shapesOf(door: ExportDoor, { emails }: ExportChoices): Promise<readonly SecretShape[]> {
  const keys = (await door.storedKeys()).map(keyShape)
  const own = door.ownPatterns().map(ownShape)
  // The program's own keys first: they are named as such, whatever else they look like.
  return [...keys, ...own, ...SECRET_SHAPES, emails ? EMAIL_SHAPE : null].filter((shape) => shape !== null)
}

async function threadsOf(
  scope: ExportScope,
  workspace: WorkspaceFolder | null,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (scope.kind === 'threads') return scope.threads
  if (scope.kind === 'checkpoint') return [scope.thread]
  if (workspace === null) throw new AppError('file-not-found', 'No folder of threads is open.')
  const found: string[] = []
  for await (const walked of walkFolders(workspace.root, scope.folder, signal)) {
    if ('error' in walked) throw walked.error
    for (const { kind, path } of walked.entries) if (kind === 'thread') found.push(path)
  }
  return found
}

/** A thread of a folder keeps its place below it; a single one lands in the chosen folder itself. */
async function targetOf({ thread, file, only }: ExportThread, folder: string, base: string | null) {
  const { dir, name } = parse(file.path)
  if (only !== undefined) return { folder, name: `${name}-checkpoint-${only.number}` }
  if (base === null) return { folder, name: file.foreign === null ? name : file.head.title || name }
  const below = parse(thread).dir.slice(base === '' ? 0 : base.length)
  const parts = below.split('/').filter((part) => part !== '')
  const target = join(folder, ...parts.map((part) => safeName(part)))
  try {
    if (parts.length > 0) await mkdir(target, { recursive: true })
  } catch (error) {
    throw toDiskError(error, dir)
  }
  return { folder: target, name }
}
