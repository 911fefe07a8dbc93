import type { JsonValue } from '../../../../shared/thread/message.ts'
import type { Branch, Entry, EntryKind, Place } from '../transcript.ts'
import type { UserMarks } from './typed-text.ts'

/** An entry while the rollout is read. */
export interface Draft {
  readonly id: string
  readonly kind: 'user' | 'reply' | 'context' | 'checkpoint' | 'broken'
  readonly places: Place[]
  /** Who wrote it; for the user's role only. */
  readonly marks: UserMarks | null
  /** Directly behind a result: a picture there was opened by the model. */
  readonly isAfterResult: boolean
  readonly detail: { [name: string]: JsonValue }
  /** A message of another agent: undoing turns counts it as one. */
  readonly opensTurn?: boolean
}

/** Turns that were undone here: the newest ones before this place no longer count. */
export interface Rollback {
  readonly kind: 'rollback'
  readonly turns: number
}

/** Texts that events call typed, by fingerprint, and how many drafts there were when the last one came. */
export interface TypedTexts {
  readonly prints: ReadonlySet<string>
  readonly draftsSeen: number
}

/** What a person typed last stays visible behind a local compaction: 20,000 tokens, here four bytes each. */
const KEPT_PROMPT_BYTES = 80_000

/** Entries of the conversation, with what was undone as branches. */
export function entriesOf(
  drafts: readonly (Draft | Rollback)[],
  typed: TypedTexts,
): { readonly entries: readonly Entry[]; readonly branches: readonly Branch[] } {
  const entries: Entry[] = []
  const branches: Branch[] = []
  const prompts: Place[] = []
  /** Where each turn of the active line begins. */
  const turns: number[] = []
  for (const [index, draft] of drafts.entries()) {
    if (draft.kind === 'rollback') {
      const first = turns.splice(Math.max(0, turns.length - draft.turns))[0]
      const undone = first === undefined ? [] : entries.splice(first)
      const key = undone.at(-1)?.id
      if (key !== undefined) branches.push({ key, sharedEntries: entries.length, entries: undone })
      continue
    }
    const kind = kindOf(draft, typed, index)
    if (kind === 'prompt' || draft.opensTurn === true) turns.push(entries.length)
    if (kind === 'prompt') prompts.push(...draft.places)
    const kept = draft.detail.keepsPrompts === true ? recentOf(prompts) : []
    entries.push({
      id: draft.id,
      kind,
      places: [...draft.places, ...kept],
      ...(kind === 'prompt' && draft.marks !== null && !draft.marks.hasText && !draft.marks.hasPicture
        ? { isEmpty: true }
        : {}),
      ...(Object.keys(draft.detail).length > 0 ? { detail: { ...draft.detail } } : {}),
    })
  }
  return { entries, branches }
}

/**
 * The item's own word counts first, then the texts that events call typed; where there are none of those, or not
 * yet, the wording.
 */
function kindOf(draft: Draft, typed: TypedTexts, index: number): EntryKind {
  const { marks } = draft
  if (draft.kind !== 'user' || marks === null) return draft.kind === 'user' ? 'context' : draft.kind
  if (marks.word !== 'unsaid') return marks.word === 'typed' ? 'prompt' : 'context'
  if (marks.prints.some((print) => typed.prints.has(print)) && marks.hasText) return 'prompt'
  if (typed.prints.size > 0 && index < typed.draftsSeen - 1) return 'context'
  return marks.hasPicture && !marks.hasText && draft.isAfterResult ? 'context' : 'prompt'
}

/** The newest prompts that fit, in their order. */
function recentOf(prompts: readonly Place[]): readonly Place[] {
  let room = KEPT_PROMPT_BYTES
  const first = prompts.findLastIndex(({ from, to }) => {
    room -= to - from
    return room < 0
  })
  return prompts.slice(first + 1)
}
