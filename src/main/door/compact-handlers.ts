import { basename } from 'node:path'
import { AppError } from '../../shared/ipc/errors.ts'
import type { Handlers } from '../../shared/ipc/handlers.ts'
import type { Compactor } from '../compactor/compactor.ts'
import { projectionItems } from '../compactor/projection.ts'
import type { HostPort } from '../ports.ts'
import { type Fingerprint, fingerprintOf, isSameFile } from '../threads/fingerprint.ts'
import type { OpenThreads } from './open-threads.ts'
import type { ThreadPaths } from './thread-paths.ts'

type CompactHandlers = Pick<
  Handlers,
  | 'compact.plan'
  | 'compact.start'
  | 'compact.rewrite'
  | 'compact.edit'
  | 'compact.pin'
  | 'compact.apply'
  | 'compact.reduce'
  | 'compact.takeBack'
  | 'compact.discard'
  | 'compact.projection'
  | 'compact.saveInstructions'
  | 'compact.chooseFolder'
>

export interface CompactDoor {
  readonly compactor: Compactor
  readonly threads: OpenThreads
  readonly paths: ThreadPaths
  readonly host: Pick<HostPort, 'chooseFolder' | 'trashItem'>
  readonly defaultSummarizer: () => Promise<string>
  /** What was chosen for the source holds in a copy, with the marks of messages it holds: `placeOf` = where they stand. */
  readonly carryChoices: (
    source: string,
    copy: string,
    placeOf: (index: number) => number | null,
  ) => Promise<void>
  /** Pins or unpins a message of a thread that is open here. */
  readonly setPin: (thread: string, index: number, isOn: boolean) => Promise<unknown>
  /** Pins messages of a copy that was just written. */
  readonly pinIn: (
    copy: string,
    pins: readonly { readonly index: number; readonly messageId: string }[],
  ) => void
  readonly saveInstructions: (thread: string, text: string) => void
  /** A copy was written: nothing of an earlier one of its name is its own. */
  readonly onMade: (thread: string) => Promise<void>
  /** The thread's own context is another one now: every window that shows it is told. */
  readonly onContextChanged: (thread: string) => Promise<void>
}

/** Routes of the wizard: each is one call of the compactor. */
export function compactHandlers(door: CompactDoor): CompactHandlers {
  const { compactor, threads, paths } = door
  /** Folders that a person chose in the dialog; Apply writes nowhere else but beside the source. */
  const chosenFolders = new Set<string>()
  /** Copies written in this run, by their thread id, with the bytes they were written with. */
  const written = new Map<string, Fingerprint>()
  const fileOf = async (thread: string) => threads.current(await paths.resolve(thread))
  return {
    'compact.plan': async ({ thread }, { signal }) =>
      compactor.plan(thread, await fileOf(thread), await door.defaultSummarizer(), signal),
    'compact.start': async ({ thread, options }, emit, { signal }) => {
      const file = await fileOf(thread)
      try {
        door.saveInstructions(thread, options.instructions)
      } catch {
        // A disk that refuses costs the instructions of the next time; this time they are in the options.
      }
      await compactor.start(thread, file, options, emit, signal)
    },
    'compact.rewrite': async ({ previewId, key }, emit, { signal }) => {
      await compactor.rewrite(previewId, key, emit, signal)
    },
    'compact.edit': async ({ previewId, sections }) => compactor.edit(previewId, sections),
    'compact.pin': async ({ previewId, index, isOn }) => {
      const { thread, options } = compactor.session(previewId)
      if (options.result === 'thread') await door.setPin(thread, index, isOn)
      return compactor.pin(previewId, index, isOn)
    },
    'compact.apply': async ({ previewId, folder }) => {
      const { preview, thread, material } = compactor.session(previewId)
      const outcome = await compactor.apply(previewId, folder === null ? null : chosen(chosenFolders, folder))
      if (outcome.kind === 'in-thread') {
        const { kind: _kind, ...stored } = outcome
        await door.onContextChanged(thread)
        return { kind: 'applied', thread, name: basename(thread), ...stored }
      }
      if (outcome.kind !== 'written') return outcome
      await paths.grant([outcome.path])
      const copy = paths.idOf(outcome.path)
      try {
        await door.onMade(copy)
        await door.carryChoices(thread, copy, outcome.placeOf)
        // What was pinned in the preview alone is a pin of the copy: the next summary leaves it word for word too.
        door.pinIn(
          copy,
          material.source.pinned.flatMap(({ index, message }) => {
            const place = outcome.placeOf(index)
            return place === null ? [] : [{ index: place, messageId: message.id }]
          }),
        )
      } catch {
        // The copy is there and whole; what it is without can be chosen again.
      }
      written.set(copy, await fingerprintOf(outcome.path))
      const { tokensBefore, tokensAfter } = preview
      return {
        kind: 'applied',
        thread: copy,
        name: outcome.name,
        tokensBefore,
        tokensAfter,
      }
    },
    'compact.reduce': async ({ thread, reductions }) => {
      const sizes = await compactor.reduce(thread, reductions)
      await door.onContextChanged(thread)
      return sizes
    },
    'compact.takeBack': async ({ thread }) => {
      const mark = written.get(thread)
      const path = await paths.resolve(thread)
      if (mark === undefined || !isSameFile(await fingerprintOf(path), mark))
        throw new AppError('file-changed', 'The copy was changed since. Move it to the trash by hand.')
      await threads.forget(path)
      await door.host.trashItem(path)
      written.delete(thread)
      return null
    },
    'compact.discard': async ({ previewId }) => {
      compactor.discard(previewId)
      return null
    },
    'compact.projection': async ({ previewId, from, limit }) => {
      const items = projectionItems(compactor.session(previewId))
      const tokens = items.reduce((sum, item) => sum + (item.isSent ? item.tokens : 0), 0)
      return { items: items.slice(from, from + limit), total: items.length, tokens }
    },
    'compact.saveInstructions': async ({ thread, instructions }) => {
      door.saveInstructions(thread, instructions)
      return null
    },
    'compact.chooseFolder': async () => {
      const folder = await door.host.chooseFolder()
      if (folder !== null) chosenFolders.add(folder)
      return folder
    },
  }
}

function chosen(folders: ReadonlySet<string>, folder: string): string {
  if (folders.has(folder)) return folder
  throw new AppError('path-outside', 'This folder was not chosen in the dialog.')
}
