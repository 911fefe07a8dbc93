import { parse } from 'node:path'
import type { ExportChoices } from '../../shared/ipc/export.ts'
import type { Message } from '../../shared/thread/message.ts'
import { pictureReader } from '../threads/message-images.ts'
import {
  type BlockWriting,
  type JsonRecord,
  messageBlocks,
  resultBlock,
  usageBlock,
} from './claude-code-blocks.ts'
import { exportItems } from './export-items.ts'
import type { Chunks, ExportItem, ExportThread } from './export-thread.ts'
import { firstPlace, placeOf, type SessionPlace } from './session-place.ts'
import { stableUuid } from './stable-uuid.ts'
import type { TextFilter } from './text-filter.ts'

/**
 * A session as Claude Code writes one: a line for each prompt, each block of a reply and each result, every line
 * pointing at the one before it; a checkpoint is a boundary without a parent and a summary behind it. Ids are made of
 * the thread's own, so a second export has the same ones.
 */
export function* writeClaudeCode(source: ExportThread, choices: ExportChoices, filter: TextFilter): Chunks {
  const session = new Session(source, filter)
  for (const item of exportItems(source, choices)) {
    const records = item.kind === 'checkpoint' ? session.checkpoint(item) : session.message(item)
    if (records.length > 0) yield { content: lines(records), done: item.index + 1 }
  }
  yield { content: lines(session.title()), done: source.file.count }
}

function lines(records: readonly JsonRecord[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('')
}

class Session {
  readonly #source: ExportThread
  readonly #filter: TextFilter
  readonly #id: string
  readonly #usedIds = new Set<string>()
  #first: string | null = null
  #last: string | null = null
  #atMs: number
  #place: SessionPlace

  constructor(source: ExportThread, filter: TextFilter) {
    const { file, thread } = source
    this.#source = source
    this.#filter = filter
    this.#id = stableUuid('session', parse(thread).name, file.count === 0 ? '' : file.readMessage(0).id)
    this.#place = filtered(firstPlace(file), filter)
    this.#atMs = file.fingerprint.modifiedMs
    // Times only the first messages may lack: they were not later than the first that has one.
    for (let index = 0; index < Math.min(file.count, 50); index += 1) {
      const atMs = file.readMessage(index).runtime?.atMs
      if (atMs == null) continue
      this.#atMs = atMs
      break
    }
  }

  message({ message, index }: Extract<ExportItem, { kind: 'message' }>): readonly JsonRecord[] {
    this.#atMs = message.runtime?.atMs ?? this.#atMs
    const place = placeOf(this.#source.file, index)
    if (place !== null) this.#place = filtered(place, this.#filter)
    const callIds = message.toolCalls.map(({ id }, at) => this.#callId(id, index, at))
    const writing: BlockWriting = {
      filter: this.#filter,
      index,
      pictures: pictureReader(this.#source.file, [{ index, message }]),
      callId: (call) => callIds[call] ?? '',
    }
    if (message.role === 'user') return [this.#prompt(message, writing)]
    const { records, callers } = this.#reply(message, writing)
    const results = message.toolCalls.flatMap((_, at) => {
      const block = resultBlock(message, at, writing)
      if (block === null) return []
      const more = { sourceToolAssistantUUID: callers.get(callIds[at] ?? '') ?? '' }
      return [
        this.#link(['result', index, at], 'user', { message: { role: 'user', content: [block] }, ...more }),
      ]
    })
    return [...records, ...results]
  }

  /** Null parent: nothing before it reaches the model. A stretch that stayed in front of it is named. */
  checkpoint({ text, event, index }: Extract<ExportItem, { kind: 'checkpoint' }>): readonly JsonRecord[] {
    const key = event?.id ?? 'copy'
    const [first, last] = [this.#first, this.#last]
    if (event !== null) this.#atMs = Math.max(this.#atMs, event.createdMs)
    const summaryUuid = this.#uuid('summary', key)
    const isPart = event?.segment != null && first !== null && last !== null
    this.#last = null
    const boundary = this.#link(['boundary', key], 'system', {
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      level: 'info',
      isMeta: false,
      logicalParentUuid: last,
      compactMetadata: {
        trigger: event?.kind === 'automatic' || event?.kind === 'overflow' ? 'auto' : 'manual',
        preTokens: event?.tokensBefore ?? this.#source.file.origin?.tokensBefore ?? 0,
        ...(event === null ? {} : { postTokens: event.tokensAfter }),
        ...(isPart ? { preservedSegment: { headUuid: first, anchorUuid: summaryUuid, tailUuid: last } } : {}),
      },
    })
    const summary = this.#link(['summary', key], 'user', {
      isVisibleInTranscriptOnly: true,
      isCompactSummary: true,
      message: { role: 'user', content: this.#filter(text, index) },
    })
    return [boundary, summary]
  }

  /** The thread's title, for the branch that ends at the last record; without any record, for the session. */
  title(): readonly JsonRecord[] {
    const title = this.#filter(this.#source.file.head.title, null)
    return this.#last === null
      ? [{ type: 'custom-title', customTitle: title, sessionId: this.#id }]
      : [{ type: 'summary', summary: title, leafUuid: this.#last }]
  }

  #prompt(message: Message, writing: BlockWriting): JsonRecord {
    const blocks = messageBlocks(message, writing)
    const [only] = blocks
    const content = blocks.length === 1 && typeof only?.text === 'string' ? only.text : blocks
    return this.#link(['prompt', writing.index], 'user', {
      ...(message.metaFlag === true ? { isMeta: true } : {}),
      message: { role: 'user', content },
    })
  }

  /** One record for each block, all of one API message. */
  #reply(message: Message, writing: BlockWriting) {
    const { index } = writing
    const blocks = messageBlocks(message, writing)
    const filled = blocks.length === 0 ? [{ type: 'text', text: '' }] : blocks
    const origin = message.runtime?.origin
    const callers = new Map<string, string>()
    const records = filled.map((block, at) => {
      const record = this.#link(['reply', index, at], 'assistant', {
        requestId: `req_${this.#uuid('request', index).replaceAll('-', '').slice(0, 24)}`,
        message: {
          id: `msg_${this.#uuid('message', index).replaceAll('-', '').slice(0, 24)}`,
          type: 'message',
          role: 'assistant',
          model: origin?.model ?? this.#source.file.head.model?.id ?? '<synthetic>',
          content: [block],
          stop_reason: message.toolCalls.length > 0 ? 'tool_use' : 'end_turn',
          stop_sequence: null,
          usage: usageBlock(message.usage),
        },
      })
      if (block.type === 'tool_use') callers.set(String(block.id), String(record.uuid))
      return record
    })
    return { records, callers }
  }

  /** The next record of the chain. */
  #link(
    key: readonly (string | number)[],
    type: 'user' | 'assistant' | 'system',
    more: JsonRecord,
  ): JsonRecord {
    const uuid = this.#uuid(...key)
    const record = {
      parentUuid: this.#last,
      isSidechain: false,
      userType: 'external',
      cwd: this.#place.cwd,
      sessionId: this.#id,
      version: this.#place.version,
      gitBranch: this.#place.gitBranch,
      type,
      ...more,
      uuid,
      timestamp: new Date(this.#atMs).toISOString(),
    }
    this.#first ??= uuid
    this.#last = uuid
    return record
  }

  #uuid(...key: readonly (string | number)[]): string {
    return stableUuid(this.#id, ...key)
  }

  /** Ids repeat and can be empty in real threads; in a session they pair call and result. */
  #callId(id: string, index: number, at: number): string {
    const isGood = /^[\w-]{1,64}$/.test(id) && !this.#usedIds.has(id)
    const chosen = isGood ? id : `toolu_${this.#uuid('call', index, at).replaceAll('-', '').slice(0, 24)}`
    this.#usedIds.add(chosen)
    return chosen
  }
}

/** A folder's name may hold what is not to be given away. */
function filtered({ cwd, gitBranch, version }: SessionPlace, filter: TextFilter): SessionPlace {
  return { cwd: filter(cwd, null), gitBranch: filter(gitBranch, null), version }
}
