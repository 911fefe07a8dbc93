import { basename } from 'node:path'
import { linesByHand } from '../compaction/checkpoint/by-hand.ts'
import { fingerprintOf, isSameFile } from '../threads/fingerprint.ts'
import { copyMeta } from '../threads/lineage.ts'
import { type CopyShape, placeInCopy } from '../threads/splice-thread.ts'
import type { ThreadFile } from '../threads/thread-file.ts'
import { writeCompactedCopy } from '../threads/write-copy.ts'
import { carriedPins, idsOnce } from './carried-pins.ts'
import type { CopyOutcome } from './copy-outcome.ts'
import { checkpointText } from './draft-preview.ts'
import type { PreviewSession } from './preview-session.ts'

/**
 * Writes the previewed checkpoint as a new thread file. The source is only read (S-175, C-15).
 * Rejects with disk codes; then no copy exists and the preview is still good.
 */
export async function applyPreview(session: PreviewSession, folder: string, at: Date): Promise<CopyOutcome> {
  const { preview, material } = session
  const { file, cut, pinned } = material.source
  const shape = {
    cutIndex: cut.index,
    metaPromptIndex: file.layout.metaPromptIndex,
    head: cut.head,
    pinned: pinned.map(({ index }) => index),
  }
  if (preview.blocks.length > 0) return { kind: 'blocked', blocks: preview.blocks }
  const now = await fingerprintOf(file.path)
  if (!isSameFile(now, file.fingerprint)) return { kind: 'stale' }
  // A checkpoint that stays before this one keeps what was written into it.
  const standing = cut.head === null ? [] : (file.origin?.byHand ?? [])
  const byHand = [...standing, ...linesByHand(material.sections)]
  const meta = copyMeta(
    {
      origin: {
        sourceName: basename(file.path),
        summarizedMessages: preview.summarizedMessages,
        summarizedTurns: preview.summarizedTurns,
        tokensBefore: preview.tokensBefore,
        tokensAfter: preview.tokensAfter,
        summarizer: preview.summarizer,
        createdAt: at.toISOString(),
        pinnedMessages: pinnedIds(file, shape),
        ...(byHand.length === 0 ? {} : { byHand }),
      },
      sourceSha256: now.sha256,
      checkpointId: material.checkpointId,
    },
    session.instructions,
  )
  const copy = await writeCompactedCopy({
    ...shape,
    source: file,
    folder,
    checkpoint: { id: material.checkpointId, text: checkpointText(material.sections) },
    meta,
  })
  return { kind: 'written', ...copy, placeOf: (index) => placeInCopy(shape, index) }
}

/**
 * Of all messages in the copy that stand behind a checkpoint which tells of them, older ones too. An id that another
 * message of the source has too names none.
 */
function pinnedIds(file: ThreadFile, shape: CopyShape): readonly string[] {
  const places = new Set([...(shape.pinned ?? []), ...carriedPins(file)])
  const ids = [...places]
    .filter((index) => placeInCopy(shape, index) !== null)
    .map((index) => file.readMessage(index).id)
  if (ids.length === 0) return ids
  const isOnce = idsOnce(file)
  return ids.filter((id) => isOnce.has(id))
}
