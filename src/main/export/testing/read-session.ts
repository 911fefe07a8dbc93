import { expect } from 'vitest'
import type { JsonValue } from '../../../shared/thread/message.ts'

/** A line of a session file. */
export interface SessionRecord {
  readonly type: string
  readonly subtype?: string
  readonly uuid?: string
  readonly parentUuid?: string | null
  readonly logicalParentUuid?: string | null
  readonly sessionId?: string
  readonly timestamp?: string
  readonly leafUuid?: string
  readonly isCompactSummary?: boolean
  readonly sourceToolAssistantUUID?: string
  readonly compactMetadata?: { readonly preservedSegment?: { readonly [key: string]: string } }
  readonly message?: {
    readonly id?: string
    readonly role: string
    readonly content: string | readonly Block[]
  }
}

export interface Block {
  readonly type: string
  readonly text?: string
  readonly id?: string
  readonly name?: string
  readonly input?: JsonValue
  readonly tool_use_id?: string
  readonly content?: readonly Block[]
  readonly is_error?: boolean
}

/** Reads a session and checks what its format promises: one chain, unique ids, results behind their calls. */
export function readSession(text: string): readonly SessionRecord[] {
  expect(text === '' || text.endsWith('\n')).toBe(true)
  const records = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): SessionRecord => JSON.parse(line))
  const seen = new Set<string>()
  const calls = new Set<string>()
  let last: string | null = null
  for (const record of records) {
    if (record.type === 'summary') {
      expect(record.leafUuid).toBe(last)
      continue
    }
    const isBoundary = record.subtype === 'compact_boundary'
    expect(record.parentUuid).toBe(isBoundary ? null : last)
    if (isBoundary) expect(record.logicalParentUuid).toBe(last)
    for (const uuid of Object.values(record.compactMetadata?.preservedSegment ?? {}))
      expect(uuid).toMatch(UUID)
    expect(record.uuid).toMatch(UUID)
    expect(seen.has(record.uuid ?? '')).toBe(false)
    seen.add(record.uuid ?? '')
    expect(Number.isNaN(Date.parse(record.timestamp ?? ''))).toBe(false)
    for (const block of blocksOf(record)) {
      if (block.type === 'tool_use') {
        expect(calls.has(block.id ?? '')).toBe(false)
        calls.add(block.id ?? '')
        expect(typeof block.input).toBe('object')
      }
      if (block.type !== 'tool_result') continue
      expect(calls.has(block.tool_use_id ?? '')).toBe(true)
      expect(seen.has(record.sourceToolAssistantUUID ?? '')).toBe(true)
    }
    last = record.uuid ?? null
  }
  expect(new Set(records.flatMap(({ sessionId }) => sessionId ?? [])).size).toBeLessThan(2)
  return records
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

export function blocksOf({ message }: SessionRecord): readonly Block[] {
  if (message === undefined) return []
  return typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content
}
