import { AppError } from '../../shared/ipc/errors.ts'
import type { ThreadContext } from './in-place/thread-context.ts'
import { type ChosenBeside, tokensBesides } from './in-thread-source.ts'
import type { CompactionSource } from './source.ts'

/**
 * A source with one message of its summarized part kept word for word besides, or no longer. The message goes behind
 * the checkpoint as it is, calls and results together, so no pair is parted. Rejects with `bad-input` for a message
 * that does not age out.
 */
export function pinInCopy(source: CompactionSource, index: number, isOn: boolean): CompactionSource {
  const message =
    source.aged[source.agedIndexes.indexOf(index)] ??
    source.carried.find((one) => one.index === index)?.message
  if (message === undefined) throw new AppError('bad-input', 'This message is not in the summarized part.')
  const others = source.pinned.filter((one) => one.index !== index)
  if (isOn === others.length < source.pinned.length) return source
  const tokens = source.file.tokensIn(source.family)[index] ?? 0
  return {
    ...source,
    pinned: isOn ? [...others, { index, message }].toSorted((one, other) => one.index - other.index) : others,
    restTokens: source.restTokens + (isOn ? tokens : -tokens),
  }
}

/** The same for a checkpoint in the thread, whose marks say what is pinned: sizes are the next request's. */
export function pinInThread(
  source: CompactionSource,
  context: ThreadContext,
  choice: ChosenBeside,
): CompactionSource {
  context.sync()
  const { pins } = context.marks
  const aged = source.aged.flatMap((message, at) => {
    const index = source.agedIndexes[at]
    return index === undefined ? [] : [{ index, message }]
  })
  const known = new Map([...source.pinned, ...source.carried, ...aged].map((one) => [one.index, one]))
  return {
    ...source,
    pinned: [...known.values()]
      .filter(({ index }) => pins.has(index))
      .toSorted((one, other) => one.index - other.index),
    tokensBefore: context.pressure.tokens,
    restTokens: tokensBesides(context, source, choice),
  }
}
