import type { CheckpointSection, FactKey } from '../../../shared/compact/checkpoint.ts'
import { isByHand } from '../checkpoint/by-hand.ts'
import { referenceKind } from './code-tokens.ts'
import { type Facts, NO_FACTS } from './facts.ts'
import { readAgeMark } from './plan-age.ts'
import { readStatus } from './plan-items.ts'
import { ARGUMENTS } from './render-references.ts'

/** Weight of the first name of a line read back; later ones fall off with their rank. */
const FIRST_WEIGHT = 0.5

/** A person's lines in these come back word for word; read as a fact they would stand there twice. */
const WORD_FOR_WORD: ReadonlySet<FactKey> = new Set(['files-read', 'errors', 'verified', 'references'])

/**
 * Reads the facts back from the sections `renderFacts` wrote, so that a later compaction goes on by code.
 * Lines in another form (edited by a person) are kept where they can stand: as rules, paths or entries of the
 * plan. Message indexes are -1: the messages are gone.
 */
export function parseFacts(sections: readonly CheckpointSection[]): Facts {
  function lines(key: FactKey): readonly string[] {
    const isLeft = (section: CheckpointSection, line: string) =>
      WORD_FOR_WORD.has(key) && isByHand(section, line)
    return sections
      .filter((section) => section.key === key)
      .flatMap((section) => section.text.split('\n').filter((line) => !isLeft(section, line)))
      .map((line) => line.replace(/^\s*[-*]\s+/, '').trim())
      .filter((line) => line !== '' && line !== 'None')
  }
  return {
    ...NO_FACTS,
    rules: lines('rules').map((text) => ({ text, messageIndex: -1, turn: null })),
    plan: lines('plan').map(readPlanLine),
    paths: [
      ...lines('files-modified').map((line) => ({
        path: line.replace(/ \(deleted\)$/, ''),
        use: / \(deleted\)$/.test(line) ? ('deleted' as const) : ('modified' as const),
        messageIndex: -1,
      })),
      ...lines('files-read').map((path) => ({ path, use: 'read' as const, messageIndex: -1 })),
    ],
    errors: lines('errors')
      .toReversed()
      .flatMap((line) => {
        const match = /^`(.+?)` failed: ?(.*)$/.exec(line)
        return [{ subject: match?.[1] ?? line, message: match?.[2] ?? '', messageIndex: -1 }]
      }),
    verified: lines('verified')
      .toReversed()
      .flatMap((line) => {
        const match = /^`(.+?)` succeeded(?:: (.*))?$/.exec(line)
        return match?.[1] === undefined
          ? []
          : [{ command: match[1], outcome: match[2] ?? '', messageIndex: -1 }]
      }),
    references: lines('references').flatMap(readReferenceLine),
  }
}

function readPlanLine(line: string): Facts['plan'][number] {
  const match = /^\[([\w-]+)\] (?:\(([^)\s]{1,40})\) )?(.*)$/.exec(line)
  return {
    id: match?.[2] ?? null,
    ...readAgeMark(match?.[3] ?? line),
    status: readStatus(match?.[1] ?? 'pending'),
    messageIndex: -1,
  }
}

function readReferenceLine(line: string): Facts['references'] {
  const isArguments = line.startsWith(`${ARGUMENTS}:`)
  const names = /`(.+)`/.exec(line)?.[1] ?? line.replace(/^[\p{L}, ]+: /u, '')
  return names
    .split(/,?\s+/)
    .filter((text) => text.length > 1)
    .map((text, rank) => ({
      text,
      kind: isArguments ? 'argument' : referenceKind(text),
      weight: FIRST_WEIGHT / (1 + rank / 10),
    }))
}
