import type { JsonValue, Usage } from '../../../shared/thread/message.ts'
import type { JsonObject } from '../../compaction/request/private-layout.ts'
import { CALL_MARK, TEXT_MARK } from '../../compaction/request/private-layout.ts'
import type { ChatAnswer, ChatCall, ChatDelta } from './chat-model.ts'

/** How one stream ended, in the words of its protocol. */
export interface ReplyEnding {
  /** Null = no end mark came. */
  readonly reason: string | null
  readonly usage: Usage | null
}

/** A reply and how it ended, or the body of a failure that came as an ordinary event. */
export type StreamedReply = (ReplyEnding & { readonly reply: ReplyCollector }) | { readonly body: string }

/** Takes the pieces of one reply in the order they come. */
export interface ReplyCollector {
  text(delta: string): void
  thinking(delta: string): void
  /** Begins a call; answers its position. */
  beginCall(id: string, name: string): number
  callArguments(position: number, delta: string): void
  /** Replaces what was streamed of a call's arguments by their complete text, when the protocol gives both; `''` = not. */
  completeCall(position: number, argumentsText: string): void
  /** The end of a block of text; `phase` is the provider's own label of it. */
  endText(phase?: string | null): void
  privateBlock(block: JsonObject): void
  isEmpty(): boolean
  /** The answer, with the text that was shown or a corrected one. */
  finish(text?: string): Omit<ChatAnswer, 'usage' | 'ending'>
}

/** Joins deltas to a reply and passes them on. */
export function createReplyCollector(onDelta: (delta: ChatDelta) => void): ReplyCollector {
  let text = ''
  let thinking = ''
  let markedChars = 0
  const calls: ChatCall[] = []
  const layout: JsonValue[] = []
  let hasPrivate = false

  function endText(phase: string | null = null): void {
    const chars = text.length - markedChars
    if (chars > 0) layout.push({ type: TEXT_MARK, chars, ...(phase === null ? {} : { phase }) })
    markedChars = text.length
    if (phase !== null) hasPrivate = true
  }

  function grow(position: number, argumentsText: string): string | null {
    const call = calls[position]
    if (call === undefined) return null
    calls[position] = { ...call, argumentsText }
    return call.argumentsText
  }

  return {
    endText,
    text(delta) {
      if (delta === '') return
      text += delta
      onDelta({ kind: 'text', text: delta })
    },
    thinking(delta) {
      if (delta === '') return
      thinking += delta
      onDelta({ kind: 'thinking', text: delta })
    },
    beginCall(id, name) {
      endText()
      layout.push({ type: CALL_MARK })
      const position = calls.push({ id, name, argumentsText: '' }) - 1
      onDelta({ kind: 'call', position, name, argumentsText: '' })
      return position
    },
    callArguments(position, delta) {
      const call = calls[position]
      if (call === undefined || delta === '') return
      grow(position, call.argumentsText + delta)
      onDelta({ kind: 'call', position, name: call.name, argumentsText: delta })
    },
    completeCall(position, argumentsText) {
      if (argumentsText === '') return
      const before = grow(position, argumentsText)
      const name = calls[position]?.name ?? ''
      if (before === '') onDelta({ kind: 'call', position, name, argumentsText })
    },
    privateBlock(block) {
      endText()
      hasPrivate = true
      layout.push(block)
    },
    isEmpty: () => text === '' && thinking === '' && calls.length === 0,
    finish(corrected = text) {
      endText()
      // Marks only matter beside something that is private.
      return { text: corrected, thinking, calls, privateItems: hasPrivate ? layout : [] }
    },
  }
}
