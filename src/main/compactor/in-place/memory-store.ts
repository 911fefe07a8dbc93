import type { CompactionEvent } from '../../../shared/compact/event.ts'
import type { Override } from '../../compaction/projection/override.ts'
import type { ContextStore, MarkSet } from './ports.ts'

const NO_MARKS: MarkSet = { pins: new Set(), excluded: new Set(), cleared: new Map() }

/** A thread's context kept nowhere: for trying out what would be decided. */
export class MemoryStore implements ContextStore {
  readonly #nowMs: () => number
  readonly #events: CompactionEvent[] = []
  #overrides: readonly Override[] = []
  #changedMs: number | null = null

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  active(): CompactionEvent | null {
    return this.#events.at(-1) ?? null
  }

  append(event: CompactionEvent, overrides: readonly Override[] = []): void {
    this.#events.push(event)
    this.#overrides = [...this.#overrides, ...overrides]
    this.#changedMs = this.#nowMs()
  }

  nextNumber(): number {
    return this.#events.length + 1
  }

  overrides(): readonly Override[] {
    return this.#overrides
  }

  addOverrides(overrides: readonly Override[]): void {
    this.#overrides = [...this.#overrides, ...overrides]
    this.#changedMs = this.#nowMs()
  }

  marks(): MarkSet {
    return NO_MARKS
  }

  changedMs(): number | null {
    return this.#changedMs
  }
}
