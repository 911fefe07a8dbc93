import { z } from 'zod'
import type { CompactionEvent, EventState } from '../../shared/compact/event.ts'

/** A row of `compaction_event`. */
export interface EventRow {
  readonly number: number
  readonly cutoff_index: number
  readonly cutoff_message_id: string
  readonly summary_message: string
  readonly file_path: string | null
  readonly strategy: string
  readonly tokens_before: number
  readonly tokens_after: number
  readonly id: string
  readonly kind: string
  readonly created_ms: number
  readonly prefix_hash: string
  readonly parent_id: string | null
  readonly is_undone: number
  readonly name: string
  readonly details: string
}

const sections = z.array(
  z.object({
    key: z.string(),
    lane: z.enum(['narrative', 'facts']),
    text: z.string(),
    byHand: z.array(z.string()).optional(),
  }),
)
const summaryMessage = z.object({ text: z.string(), sections })
const details = z.object({
  segment: z.object({ fromIndex: z.int().min(0), fromMessageId: z.string() }).nullable(),
  restoration: z.object({
    files: z.array(
      z.object({
        path: z.string(),
        sha256: z.string(),
        tokens: z.int().min(0),
        isCut: z.boolean(),
        text: z.string(),
      }),
    ),
    plan: z.string().nullable(),
  }),
  focus: z.string(),
  summarizer: z.string(),
  costUsd: z.number().nullable(),
  durationMs: z.number(),
  requestStyle: z.object({ kind: z.enum(['suffix', 'separate', 'built-in']), reason: z.string() }),
  isEdited: z.boolean(),
})
const strategy = z.enum(['partial', 'full'])
const kind = z.enum(['automatic', 'manual', 'overflow', 'wizard'])

/** The event of a row; null = its record cannot be read, and the full history is used instead. */
export function readEvent(row: EventRow, state: EventState): CompactionEvent | null {
  try {
    const more = details.parse(JSON.parse(row.details))
    return {
      cutoffIndex: row.cutoff_index,
      cutoffMessageId: row.cutoff_message_id,
      // Keys of sections are those that were written; an unknown one is shown under its own name.
      summaryMessage: summaryMessage.parse(
        JSON.parse(row.summary_message),
      ) as CompactionEvent['summaryMessage'],
      filePath: row.file_path,
      strategy: strategy.parse(row.strategy),
      tokensBefore: row.tokens_before,
      tokensAfter: row.tokens_after,
      id: row.id,
      number: row.number,
      kind: kind.parse(row.kind),
      state,
      createdMs: row.created_ms,
      prefixHash: row.prefix_hash,
      name: row.name,
      ...more,
    }
  } catch {
    return null
  }
}

/** What of an event stands in `details`. */
export function detailsOf(event: CompactionEvent): string {
  const { segment, restoration, focus, summarizer, costUsd, durationMs, requestStyle, isEdited } = event
  return JSON.stringify({
    segment,
    restoration,
    focus,
    summarizer,
    costUsd,
    durationMs,
    requestStyle,
    isEdited,
  })
}
