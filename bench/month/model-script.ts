import type { AnswerStep, Protocol, RecordedRequest, ReplyStep, Step } from '../../e2e/provider/types.ts'
import { checkRequest } from '../../src/main/compaction/request/check-request.ts'

/** What the model served in one turn, as far as the thread must show it afterwards. */
export interface ServedTurn {
  requests: number
  /** Serial numbers of whole answers, in order. */
  readonly serials: string[]
  /** Calls of whole answers. */
  calls: number
  /** Refused as too large, whatever its size. */
  hasOverflow: boolean
}

/** A model that works, and now and then does not. The same numbers from `roll` give the same month. */
export class ModelScript {
  readonly faults: Record<string, number> = {}
  readonly problems: string[] = []
  requests = 0
  turn: ServedTurn = newTurn()
  private readonly protocol: Protocol
  private readonly roll: () => number
  private readonly faultRate: number
  private steps = 0
  /** The next request is answered well: faults come one at a time, so that each can be recovered from. */
  private isCalm = false

  constructor(protocol: Protocol, roll: () => number, faultRate: number) {
    this.protocol = protocol
    this.faultRate = faultRate
    this.roll = roll
  }

  beginTurn(): void {
    this.turn = newTurn()
  }

  readonly answer = (request: RecordedRequest): Step => {
    this.requests += 1
    this.turn.requests += 1
    for (const { path, message } of checkRequest(this.protocol, request.body ?? {}))
      this.problems.push(`request ${this.requests}: ${path}: ${message}`)
    const dice = this.roll()
    const fault = this.isCalm ? null : this.faultFor(dice)
    this.isCalm = fault !== null
    return fault ?? this.work()
  }

  private faultFor(dice: number): Step | null {
    const table: readonly (readonly [name: string, share: number, make: () => Step])[] = [
      ['429 with Retry-After', 0.006, () => refusal(429, 'Rate limit reached', { 'retry-after': '0' })],
      ['500', 0.004, () => refusal(500, 'internal error')],
      ['connection dropped', 0.002, () => ({ kind: 'drop' })],
      ['stream cut politely', 0.004, () => this.broken({ after: 'events', count: 5, how: 'end' })],
      ['stream reset', 0.004, () => this.broken({ after: 'bytes', count: 700, how: 'reset' })],
      ['error event in a 200', 0.004, () => this.errorEvent()],
      ['overflow', 0.004, () => this.overflow()],
      ['empty answer', 0.004, () => ({ kind: 'answer', text: '' })],
      ['call with broken JSON', 0.006, () => this.brokenCall()],
      ['slow', 0.01, () => ({ ...this.text(), delayMs: 2, deltaChars: 80 })],
    ]
    let sum = 0
    for (const [name, share, make] of table) {
      sum += share * this.faultRate
      if (dice >= sum) continue
      this.faults[name] = (this.faults[name] ?? 0) + 1
      return make()
    }
    return null
  }

  private work(): AnswerStep {
    const dice = this.roll()
    if (dice > 0.5 || this.turn.requests > 5) return this.text()
    const count = dice < 0.08 ? 2 : 1
    this.turn.calls += count
    return {
      kind: 'answer',
      blocks: [
        ...(dice < 0.25 ? [{ kind: 'text', text: `Let me look. ${this.serial()}` } as const] : []),
        // Ids are left to the provider: they repeat from answer to answer.
        ...Array.from({ length: count }, () => ({ kind: 'call', ...this.call(this.roll()) }) as const),
      ],
    }
  }

  private call(dice: number): {
    readonly name: string
    readonly arguments: { readonly [key: string]: unknown }
  } {
    this.steps += 1
    if (dice < 0.6) return { name: 'read_file', arguments: { path: `src/part-${this.steps % 40}.ts` } }
    if (dice < 0.8) return { name: 'grep', arguments: { pattern: `part${this.steps % 7}` } }
    if (dice < 0.9)
      return {
        name: 'update_plan',
        arguments: { plan: [{ step: `Step ${this.steps}`, status: 'in_progress' }] },
      }
    return { name: 'read_file', arguments: { path: 'gone.ts' } }
  }

  private text(): AnswerStep {
    const length = 4 + Math.floor(this.roll() * 20)
    return {
      kind: 'answer',
      text: `Done. ${this.serial()} ${'The part reads its header and then each record. '.repeat(length)}`,
    }
  }

  private serial(): string {
    this.steps += 1
    const serial = `[answer ${this.steps}]`
    this.turn.serials.push(serial)
    return serial
  }

  private broken(cut: NonNullable<AnswerStep['cut']>): AnswerStep {
    return { kind: 'answer', text: 'This will break off. '.repeat(60), cut }
  }

  private errorEvent(): AnswerStep {
    const message = 'The server is overloaded.'
    const error = { message, type: 'overloaded_error', code: 'server_error' }
    const data =
      this.protocol === 'openai-responses'
        ? { type: 'error', message, code: 'server_error', param: null }
        : this.protocol === 'anthropic'
          ? { type: 'error', error }
          : { error }
    const event = this.protocol === 'openai-chat' ? null : 'error'
    return {
      kind: 'answer',
      text: 'This will end in an error. '.repeat(20),
      inject: { afterEvents: 6, event, data, isLast: true },
    }
  }

  private brokenCall(): AnswerStep {
    this.turn.calls += 1
    const argumentsText = '{"path": "src/part-1.ts", "limit": '
    return { kind: 'answer', blocks: [{ kind: 'call', name: 'read_file', arguments: {}, argumentsText }] }
  }

  private overflow(): ReplyStep {
    this.turn.hasOverflow = true
    return this.protocol === 'anthropic'
      ? {
          kind: 'reply',
          status: 400,
          body: {
            type: 'error',
            error: {
              type: 'invalid_request_error',
              message: 'prompt is too long: 33000 tokens > 32000 maximum',
            },
          },
        }
      : {
          kind: 'reply',
          status: 400,
          body: {
            error: {
              message: "This model's maximum context length is 32000 tokens.",
              code: 'context_length_exceeded',
              type: 'invalid_request_error',
            },
          },
        }
  }
}

function newTurn(): ServedTurn {
  return { requests: 0, serials: [], calls: 0, hasOverflow: false }
}

function refusal(
  status: number,
  message: string,
  headers: { readonly [name: string]: string } = {},
): ReplyStep {
  return { kind: 'reply', status, headers, body: { error: { message, type: 'server_error' } } }
}
