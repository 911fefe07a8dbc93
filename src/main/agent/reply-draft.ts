import type { TurnDelta } from '../../shared/ipc/turn.ts'
import type { JsonValue, ModelOrigin, ReplyEnding } from '../../shared/thread/message.ts'
import type { ChatAnswer, ChatDelta } from '../providers/chat/chat-model.ts'
import { parseExact } from '../threads/native/parse-exact.ts'
import type { NewCall, NewMessage } from '../threads/native/write-message.ts'

/** Arguments of a call that a window shows while they stream; the rest comes with the stored call. */
const SHOWN_ARGUMENT_CHARS = 1_000

interface DraftCall {
  id: string
  name: string
  argumentsText: string
}

/** A reply as far as it has come. */
export class ReplyDraft {
  private text = ''
  private thinking = ''
  private readonly calls: DraftCall[] = []

  take(delta: ChatDelta): void {
    if (delta.kind === 'text') this.text += delta.text
    else if (delta.kind === 'thinking') this.thinking += delta.text
    else {
      const call = this.calls[delta.position] ?? { id: '', name: '', argumentsText: '' }
      call.name ||= delta.name
      call.argumentsText += delta.argumentsText
      this.calls[delta.position] = call
    }
  }

  /** Nothing came that would be worth keeping. */
  get isEmpty(): boolean {
    return this.text.trim() === '' && this.thinking.trim() === '' && this.calls.length === 0
  }

  /** Calls for a window, bounded: the bytes sent grow with the reply, not with its square (B-81). */
  get shownCalls(): TurnDelta['calls'] {
    return this.calls.flatMap(({ name, argumentsText }) => [
      { name, argumentsText: argumentsText.slice(0, SHOWN_ARGUMENT_CHARS).toWellFormed() },
    ])
  }

  /** What a window shows of it. */
  get shown(): Pick<TurnDelta, 'text' | 'thinking' | 'calls'> {
    return { text: this.text, thinking: this.thinking, calls: this.shownCalls }
  }

  /** The part that came, as a message of its own. Its calls never ran. */
  partial(
    ending: ReplyEnding,
    origin: ModelOrigin,
    atMs: number,
    durationMs: number,
  ): NewMessage & { readonly toolCalls: readonly NewCall[] } {
    return {
      role: 'assistant',
      content: textContent(this.text),
      thinking: this.thinking === '' ? null : this.thinking,
      toolCalls: this.calls.flatMap((call) => [toCall(call)]),
      durationMs,
      runtime: { atMs, origin, ending, privateItems: [], approvals: [] },
    }
  }
}

/** A whole reply as a message, its calls unanswered. */
export function replyMessage(
  answer: ChatAnswer,
  origin: ModelOrigin,
  atMs: number,
  durationMs: number,
): NewMessage & { readonly toolCalls: readonly NewCall[] } {
  return {
    role: 'assistant',
    content: textContent(answer.text),
    thinking: answer.thinking === '' ? null : answer.thinking,
    toolCalls: answer.calls.map((call, at) =>
      answer.ending === 'length' && at === answer.calls.length - 1 ? toCutCall(call) : toCall(call),
    ),
    usage: answer.usage,
    durationMs,
    runtime: {
      atMs,
      origin,
      ending: endingOf(answer.ending),
      privateItems: answer.privateItems,
      approvals: [],
    },
  }
}

function endingOf(ending: ChatAnswer['ending']): ReplyEnding {
  if (ending === 'length') return 'length'
  return ending === 'content-filter' ? 'failed' : 'complete'
}

function textContent(text: string): NewMessage['content'] {
  return text === '' ? [] : [{ kind: 'text', text }]
}

/** Arguments are kept exactly; what is no JSON is kept as the text it is (S-035). */
function toCall({ id, name, argumentsText }: DraftCall): NewCall {
  const parsed = parseArguments(argumentsText)
  if (parsed.kind === 'bad') return { id, name, arguments: {}, partialArguments: argumentsText }
  return { id, name, arguments: parsed.value, partialArguments: null }
}

/** The last call of a reply that was cut for its length: no arguments yet are not none (S-052). */
function toCutCall(call: DraftCall): NewCall {
  return call.argumentsText.trim() === '' ? { ...toCall(call), partialArguments: '' } : toCall(call)
}

/** Arguments of a call: no text at all means none. A text with the reason when it is no JSON. */
export function parseArguments(
  text: string,
): { readonly kind: 'good'; readonly value: JsonValue } | { readonly kind: 'bad'; readonly reason: string } {
  if (text.trim() === '') return { kind: 'good', value: {} }
  try {
    return { kind: 'good', value: parseExact(text) }
  } catch (error) {
    return { kind: 'bad', reason: error instanceof Error ? error.message : 'no JSON' }
  }
}
