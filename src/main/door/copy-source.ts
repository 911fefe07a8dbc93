import { basename, isAbsolute } from 'node:path'
import { AppError } from '../../shared/ipc/errors.ts'
import { matchSource, type SourceState } from '../compactor/match-source.ts'
import { type CopyLineage, findOriginal } from '../threads/find-original.ts'
import type { ThreadFile } from '../threads/thread-file.ts'
import type { OpenThreads } from './open-threads.ts'
import type { ThreadPaths } from './thread-paths.ts'

/** Where copies and their sources are read. */
export interface CopyDoor {
  readonly threads: Pick<OpenThreads, 'current'>
  readonly paths: Pick<ThreadPaths, 'resolve' | 'grant' | 'idOf'>
}

/** The thread that a copy was made from, as it is now. */
export interface CopySource {
  readonly thread: string
  readonly file: ThreadFile
  readonly name: string
  readonly state: SourceState
}

/** A compacted copy as it is now. Rejects with `not-found` for a thread that is none. */
export async function openCopy({ threads, paths }: CopyDoor, thread: string): Promise<ThreadFile> {
  const copy = await threads.current(await paths.resolve(thread))
  if (copy.origin !== null && copy.newestCheckpoint !== null) return copy
  throw new AppError(
    'not-found',
    'This thread is no compacted copy, or its checkpoint is not there any more.',
  )
}

/** Finds a copy's source beside it. Rejects with `source-gone` when it is not there, or when another thread has its name. */
export async function sourceOfCopy(door: CopyDoor, thread: string, copy: ThreadFile): Promise<CopySource> {
  const { path, mark } = lineageOf(copy)
  const found = mark === null ? null : await findOriginal(path, mark)
  if (found === null || mark === null) throw gone(mark?.sourceName ?? '')
  // The copy was opened by the person, and this is the thread it was made from.
  if (isAbsolute(thread)) await door.paths.grant([found])
  const file = await door.threads.current(found)
  const state = await matchSource(file, copy).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'bad-input' ? gone(mark.sourceName) : error
  })
  return { thread: door.paths.idOf(found), file, name: basename(found), state }
}

/** What a copy says about where it came from. */
export function lineageOf({ path, origin, sourceSha256 }: ThreadFile): CopyLineage {
  return { path, mark: origin === null ? null : { sourceName: origin.sourceName, sha256: sourceSha256 } }
}

function gone(name: string): AppError {
  return new AppError('source-gone', `${name}, which this copy was made from, is not beside it any more.`, {
    params: { name },
  })
}
