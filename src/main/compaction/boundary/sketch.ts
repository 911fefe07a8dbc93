import type { Message, Role } from '../../../shared/thread/message.ts'
import { readCheckpoint } from '../checkpoint/wrapper.ts'

/** All that `layOutThread` needs of a message; small enough to keep for every message of a thread. */
export interface MessageSketch {
  readonly role: Role
  /** A user message without text and without picture: a draft when it is not the meta prompt. */
  readonly isEmptyUser: boolean
  readonly isCheckpoint: boolean
  /** Points of the message's own text towards being a meta user prompt, 0 to 6 (S-187). */
  readonly metaTextScore: number
  /** The record's own word, stronger than any score; null = it does not say. */
  readonly metaFlag: boolean | null
  /** True where another tool compacted: the message stands for everything before it, wherever it stands. */
  readonly standsForEarlier?: boolean
}

/**
 * Reads from one message what decides about turns. `knownVariables` are the names of the thread's prompt
 * variables. Text is read as it is stored, unrendered.
 */
export function sketchMessage(message: Message, knownVariables: ReadonlySet<string>): MessageSketch {
  if (message.role === 'assistant') {
    return {
      role: 'assistant',
      isEmptyUser: false,
      isCheckpoint: false,
      metaTextScore: 0,
      metaFlag: message.metaFlag,
    }
  }
  const text = joinText(message)
  const isCheckpoint = readCheckpoint(text) !== null
  return {
    role: 'user',
    isEmptyUser: isEmpty(message),
    isCheckpoint,
    metaTextScore: isCheckpoint ? 0 : scoreMetaText(text, knownVariables),
    metaFlag: message.metaFlag,
    ...(message.runtime?.imported?.checkpoint ? { standsForEarlier: true } : {}),
  }
}

/** Whether a message is a checkpoint over a part in the middle of a thread; see `readInnerCheckpoint`. */
export function isInnerCheckpoint({ isCheckpoint, metaFlag }: MessageSketch): boolean {
  return isCheckpoint && metaFlag === true
}

/** Text parts of a message, one line break between two parts. */
function joinText(message: Message): string {
  const texts: string[] = []
  for (const part of message.content) if (part.kind === 'text') texts.push(part.text)
  return texts.length === 1 ? (texts[0] ?? '') : texts.join('\n')
}

function isEmpty(message: Message): boolean {
  return message.content.every((part) => part.kind === 'text' && !/\S/.test(part.text))
}

const VARIABLE = /\{\{[-~]?\s*([A-Za-z_]\w*)/g

function scoreMetaText(text: string, knownVariables: ReadonlySet<string>): number {
  let score = 0
  if (/^\s*<system-reminder>/.test(text)) {
    score += 2
    if (text.trimEnd().endsWith('</system-reminder>')) score += 1
  }
  const names = new Set<string>()
  for (const match of text.matchAll(VARIABLE)) names.add(match[1] ?? '')
  const used = [...names]
  if (used.some((name) => knownVariables.has(name))) score += 1
  if (used.some((name) => /skill/i.test(name))) score += 1
  if (used.some((name) => /(?:^|_)(?:date|today|now)(?:_|$)|Date/.test(name))) score += 1
  return score
}
