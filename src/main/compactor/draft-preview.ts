import type { CheckpointSection } from '../../shared/compact/checkpoint.ts'
import type { ApplyBlock, Preview, PreviewSection } from '../../shared/compact/preview.ts'
import { composeCheckpointBody } from '../compaction/checkpoint/compose.ts'
import { CHECKPOINT_TEMPLATE } from '../compaction/checkpoint/template.ts'
import { wrapCheckpoint } from '../compaction/checkpoint/wrapper.ts'
import { syntheticMessage } from '../compaction/projection/summary-message.ts'
import { measureAgainst, type RetentionSource } from '../compaction/retention/measure.ts'
import { secretsInSections } from '../compaction/secrets/secrets-in-sections.ts'
import type { Steps } from '../compaction/steps.ts'
import { estimateMessageTokens } from '../compaction/tokens/estimate-message.ts'
import { estimateTextTokens } from '../compaction/tokens/estimate-text.ts'
import { turnAt } from '../threads/view/row.ts'
import { placeFacts } from './place-facts.ts'
import type { CompactionSource } from './source.ts'

/** Everything a preview is built from. A person's edit replaces `sections` and nothing else. */
export interface PreviewMaterial {
  readonly previewId: string
  readonly source: CompactionSource
  /** The source as the report sees it: the same for every edit. */
  readonly measured: RetentionSource
  readonly generated: readonly CheckpointSection[]
  readonly sections: readonly CheckpointSection[]
  readonly checkpointId: string
  readonly summarizer: string
  readonly costUsd: number | null
  readonly copyName: string
}

/** The checkpoint message's text: wrapper, headings, sections (S-184). */
export function checkpointText(sections: readonly CheckpointSection[]): string {
  return wrapCheckpoint(composeCheckpointBody(sections))
}

/** In small steps: measures a checkpoint against its source and says what stands in the way of Apply. */
export function* draftPreview(material: PreviewMaterial): Steps<Preview> {
  const { source, sections } = material
  const text = checkpointText(sections)
  const checkpointTokens = estimateMessageTokens(
    syntheticMessage(material.checkpointId, 'user', text),
    source.family,
  )
  const retention = placeFacts(yield* measureAgainst(material.measured, text), source)
  const shown = previewSections(material)
  const tokensAfter = source.restTokens + checkpointTokens
  return {
    previewId: material.previewId,
    checkpointId: material.checkpointId,
    sections: shown,
    tokensBefore: source.tokensBefore,
    tokensAfter,
    checkpointTokens,
    keptTurns: source.cut.keptTurns,
    summarizedTurns: source.cut.summarizedTurns,
    summarizedMessages: source.aged.length,
    headMessages: source.headMessages.length,
    updatesCheckpoint: source.checkpointId !== null,
    updates:
      source.checkpointId === null ? null : { number: source.previousNumber, sections: source.previous },
    pinned: source.pinned.map(({ index }) => ({
      index,
      turn: turnAt(source.file.layout, index),
      tokens: source.file.tokensIn(source.family)[index] ?? 0,
    })),
    summarizer: material.summarizer,
    costUsd: material.costUsd,
    retention,
    secrets: secretsInSections(shown),
    problems: source.problems,
    blocks: applyBlocks(sections, source.tokensBefore, tokensAfter),
    copyName: material.copyName,
  }
}

function previewSections({ source, sections, generated }: PreviewMaterial): readonly PreviewSection[] {
  const original = new Map(generated.map((section) => [section.key, section.text]))
  const current = new Map(sections.map((section) => [section.key, section]))
  return CHECKPOINT_TEMPLATE.flatMap((entry) => {
    const section = entry.key === null ? undefined : current.get(entry.key)
    if (section === undefined) return []
    const isEdited = (original.get(section.key) ?? '') !== section.text
    return [
      {
        ...section,
        heading: entry.heading,
        tokens: estimateTextTokens(section.text, source.family),
        isEdited,
      },
    ]
  })
}

function applyBlocks(
  sections: readonly CheckpointSection[],
  tokensBefore: number,
  tokensAfter: number,
): readonly ApplyBlock[] {
  const blocks: ApplyBlock[] = []
  if (sections.every((section) => section.lane === 'facts' || isBlank(section.text)))
    blocks.push('empty-summary')
  if (tokensAfter >= tokensBefore) blocks.push('no-shrink')
  return blocks
}

function isBlank(text: string): boolean {
  return /^\s*(?:[-*]\s*)?(?:none\.?)?\s*$/i.test(text)
}
