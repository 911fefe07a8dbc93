import type { QueuedMessage } from '../../../shared/ipc/turn.ts'
import type { Message } from '../../../shared/thread/message.ts'
import { parseMessage } from '../../threads/native/parse-message.ts'
import { type NewOutput, toRecord, writeApprovals, writeOutput } from '../../threads/native/write-message.ts'
import type { FactsPort, QueuePort, ReplyPartsPort } from '../ports.ts'

type Json = { [key: string]: Json } | Json[] | string | number | boolean | null

/** Facts and queue of one thread without a disk: the records are the ones a thread file would hold. */
export class MemoryThread implements FactsPort {
  readonly records: Json[] = []
  readonly queue: QueuePort & { items: QueuedMessage[] }
  readonly kept: string[] = []
  readonly parts: ReplyPartsPort = {
    begin: (head) => this.kept.splice(0, this.kept.length, head),
    add: (body) => this.kept.push(body),
    list: () => [...this.kept],
  }
  isUnsaved = false
  saves = 0
  /** What the next append throws. */
  refusal: Error | null = null
  private ids = 0

  constructor() {
    const items: ReturnType<QueuePort['add']>[] = []
    this.queue = {
      items,
      list: () => [...items],
      add: (text, waitsFor) => {
        this.ids += 1
        const item = { id: `q${this.ids}`, text, waitsFor }
        items.push(item)
        return item
      },
      remove: (id) => {
        const at = items.findIndex((item) => item.id === id)
        if (at >= 0) items.splice(at, 1)
      },
      moveToFront: (id) => {
        const at = items.findIndex((item) => item.id === id)
        items.unshift(...items.splice(at, 1))
      },
    }
  }

  get count(): number {
    return this.records.length
  }

  get messages(): readonly Message[] {
    return this.records.map((record) => parseMessage(Buffer.from(JSON.stringify(record)), new Map()).message)
  }

  async message(index: number): Promise<Message> {
    const found = this.messages[index]
    if (found === undefined) throw new Error(`no message ${index}`)
    return found
  }

  async appendMessage(message: Parameters<FactsPort['appendMessage']>[0], queueId: string | null) {
    if (this.refusal !== null) throw this.refusal
    this.records.push(clone(toRecord(`m${this.records.length}`, message)))
    if (queueId !== null) this.queue.remove(queueId)
    this.kept.length = 0
    return { index: this.records.length - 1 }
  }

  async answerCall(index: number, call: number, output: NewOutput): Promise<void> {
    const record = this.records[index] as { toolCalls: { output?: Json }[] }
    const target = record.toolCalls[call]
    if (target === undefined || target.output !== undefined) throw new Error('answered twice')
    target.output = clone(writeOutput(output))
  }

  async recordApproval(index: number, approval: Parameters<FactsPort['recordApproval']>[1]): Promise<void> {
    const record = this.records[index] as { palimpsest: { approvals?: { call: number }[] } }
    const others = (record.palimpsest.approvals ?? []).filter(({ call }) => call !== approval.call)
    const all = clone(writeApprovals([...(others as (typeof approval)[]), approval]))
    record.palimpsest.approvals = all as never
  }

  async finishTurn(): Promise<void> {
    this.saves += 1
  }
}

function clone(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json
}
