import { createHash } from 'node:crypto'
import { replacement, type SecretKind } from '../../shared/compact/secret-kind.ts'
import { MOST_FINDINGS, type SecretFinding } from '../../shared/ipc/export.ts'
import { findSecrets, type SecretMatch } from '../compaction/secrets/find-secrets.ts'
import { maskSecret } from '../compaction/secrets/mask-secret.ts'
import type { SecretShape } from '../compaction/secrets/secret-shapes.ts'

/**
 * What every text of a thread goes through on its way into an export, before it is escaped for the format. `index` is
 * the message it belongs to, null for the rest of the thread.
 */
export type TextFilter = (text: string, index: number | null) => string

/** Characters shown around a finding. */
const CONTEXT_CHARS = 60

/** Nothing is looked for. */
export const noFilter: TextFilter = (text) => text

/** The first 16 digits of a hash: tells values apart, across runs too, without telling them. */
function secretId(kind: SecretKind, value: string): string {
  return createHash('sha256').update(`${kind}\n${value}`).digest('hex').slice(0, 16)
}

/** Takes no text away and notes what looks like a secret. */
export class SecretReview {
  readonly #shapes: readonly SecretShape[]
  readonly #findings = new Map<string, SecretFinding>()
  readonly #beyond = new Set<string>()
  #thread = ''

  constructor(shapes: readonly SecretShape[]) {
    this.#shapes = shapes
  }

  /** A filter that reads one thread. */
  of(thread: string): TextFilter {
    return (text, index) => {
      this.#thread = thread
      this.#read(text, index)
      return text
    }
  }

  /** In the order they were found. */
  get findings(): readonly SecretFinding[] {
    return [...this.#findings.values()]
  }

  /** Different secrets beyond those listed. */
  get more(): number {
    return this.#beyond.size
  }

  #read(text: string, index: number | null): void {
    const matches = findSecrets(text, this.#shapes)
    for (const match of matches) {
      const id = secretId(match.kind, text.slice(match.from, match.to))
      const known = this.#findings.get(id)
      if (known !== undefined) this.#findings.set(id, { ...known, count: known.count + 1 })
      else if (this.#findings.size >= MOST_FINDINGS) this.#beyond.add(id)
      else this.#findings.set(id, { id, ...this.#describe(text, match, matches), index, count: 1 })
    }
  }

  #describe(text: string, match: SecretMatch, all: readonly SecretMatch[]) {
    const { from, to, kind } = match
    return {
      kind,
      masked: maskSecret(text.slice(from, to)),
      before: around(text, Math.max(0, from - CONTEXT_CHARS), from, all),
      after: around(text, to, Math.min(text.length, to + CONTEXT_CHARS), all),
      thread: this.#thread,
      isLocked: kind === 'stored-key',
    }
  }
}

/** Replaces everything that looks like a secret but for the ids in `kept`; a key of this program always. */
export function secretReplacer(
  shapes: readonly SecretShape[],
  kept: ReadonlySet<string>,
): { readonly filter: TextFilter; readonly count: () => number } {
  let count = 0
  const filter: TextFilter = (text) => {
    let clean = ''
    let at = 0
    for (const { from, to, kind } of findSecrets(text, shapes)) {
      if (kind !== 'stored-key' && kept.has(secretId(kind, text.slice(from, to)))) continue
      clean += text.slice(at, from) + replacement(kind)
      at = to
      count += 1
    }
    return at === 0 ? text : clean + text.slice(at)
  }
  return { filter, count: () => count }
}

/** A text between two places on one line, with every secret in it masked. */
function around(text: string, from: number, to: number, all: readonly SecretMatch[]): string {
  let shown = ''
  let at = from
  for (const match of all) {
    if (match.to <= at || match.from >= to) continue
    shown += `${text.slice(at, Math.max(at, match.from))}•••`
    at = match.to
  }
  return (shown + text.slice(Math.min(at, to), to)).replace(/\s+/g, ' ').toWellFormed()
}
