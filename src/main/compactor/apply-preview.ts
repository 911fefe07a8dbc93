import { basename } from 'node:path'
import { fingerprintOf, isSameFile } from '../threads/fingerprint.ts'
import { copyMeta } from '../threads/lineage.ts'
import { placeInCopy } from '../threads/splice-thread.ts'
import { writeCompactedCopy } from '../threads/write-copy.ts'
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
  if (preview.blocks.length > 0) return { kind: 'blocked', blocks: preview.blocks }
  const now = await fingerprintOf(file.path)
  if (!isSameFile(now, file.fingerprint)) return { kind: 'stale' }
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
      },
      sourceSha256: now.sha256,
      checkpointId: material.checkpointId,
    },
    session.instructions,
  )
  const shape = {
    cutIndex: cut.index,
    metaPromptIndex: file.layout.metaPromptIndex,
    head: cut.head,
    pinned: pinned.map(({ index }) => index),
  }
  const copy = await writeCompactedCopy({
    ...shape,
    source: file,
    folder,
    checkpoint: { id: material.checkpointId, text: checkpointText(material.sections) },
    meta,
  })
  return { kind: 'written', ...copy, placeOf: (index) => placeInCopy(shape, index) }
}
