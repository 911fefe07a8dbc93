import { createHash } from 'node:crypto'
import type { Protocol } from '../../../e2e/provider/types.ts'
import type { ContextReport } from '../../shared/compact/context.ts'
import type { CompactionNotice } from '../../shared/ipc/turn.ts'
import { checkRequest } from '../compaction/request/check-request.ts'
import type { JsonObject } from '../compaction/request/private-layout.ts'

/** What a test saw of a program, for the invariants of every case. */
export interface Seen {
  readonly protocol: Protocol
  /** Bodies of the requests to a model, as they arrived. */
  readonly bodies: readonly JsonObject[]
  /** Messages of the thread file at the start, and now. */
  readonly before: readonly unknown[]
  readonly now: readonly unknown[]
  /** Notices in the order they were told. */
  readonly notices: readonly CompactionNotice[]
  readonly report: ContextReport
  /** Texts the person sent that were accepted, and the texts that still wait. */
  readonly sent: readonly string[]
  readonly waiting: readonly string[]
  /** Everything that left the program or was written by it, but for the provider's headers. */
  readonly outside: readonly string[]
  readonly secret: string
}

const hash = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** I1 to I11 over what was seen of a running program; one line each, empty when all holds. */
export function checkAll(seen: Seen): readonly string[] {
  return [
    ...seen.bodies.flatMap((body, at) =>
      checkRequest(seen.protocol, body).map(
        (problem) => `I1 I2 I3 I10 request ${at}: ${JSON.stringify(problem)}`,
      ),
    ),
    ...(hash(seen.now.slice(0, seen.before.length)) === hash(seen.before) ? [] : ['I4 facts changed']),
    ...checkNotices(seen.notices),
    ...seen.outside.flatMap((text) => (text.includes(seen.secret) ? ['I7 the key came out'] : [])),
    ...checkInputs(seen),
    ...notWellFormed(seen.now).map((text) => `I10 stored: ${text}`),
    ...badNumbers(seen.report).map((path) => `I11 ${path}`),
  ]
}

/** I5, I6, I8: one start, one ending, nothing within another, and completed means smaller. */
function checkNotices(notices: readonly CompactionNotice[]): readonly string[] {
  const ended = new Map<string, string>()
  const problems: string[] = []
  let running: string | null = null
  for (const { id, outcome } of notices) {
    const ending = ended.get(id)
    if (ending !== undefined) {
      if (outcome?.kind !== ending) problems.push(`I6 ${id} ended as ${ending}, then ${outcome?.kind}`)
      continue
    }
    if (running !== null && running !== id) problems.push(`I8 ${id} while ${running} ran`)
    running = outcome === null ? id : null
    if (outcome !== null) ended.set(id, outcome.kind)
    if (outcome?.kind === 'completed' && outcome.event.tokensAfter >= outcome.event.tokensBefore)
      problems.push(`I5 ${id} completed without gain`)
  }
  return running === null ? problems : [...problems, `I6 ${running} never ended`]
}

/** I9: each accepted input is a fact or waits, once. */
function checkInputs({ sent, waiting, now, before }: Seen): readonly string[] {
  const added = now.slice(before.length).map((one) => JSON.stringify(one))
  return [...new Set(sent)].flatMap((text) => {
    const wanted = sent.filter((one) => one === text).length
    const stored = added.filter(
      (one) => one.includes('"role":"user"') && one.includes(JSON.stringify(text)),
    ).length
    const queued = waiting.filter((one) => one === text).length
    return stored + queued === wanted ? [] : [`I9 ${text}: sent ${wanted}, stored ${stored}, waits ${queued}`]
  })
}

function notWellFormed(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.isWellFormed() ? [] : [value.slice(0, 40)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(notWellFormed) : []
}

function badNumbers(value: unknown, path = 'report'): readonly string[] {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? [] : [`${path}: ${value}`]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => badNumbers(one, `${path}.${key}`))
}
