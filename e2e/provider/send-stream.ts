import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Frame } from './answer.ts'
import type { AnswerStep, Injection } from './types.ts'

/** Writes frames as SSE with the faults of the step: delays, a cut, a strange event. */
export async function sendStream(
  response: ServerResponse,
  frames: readonly Frame[],
  step: AnswerStep,
  delayMs: number,
  pause: boolean,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
  response.flushHeaders()
  const list = step.inject === undefined ? frames : inject(frames, step.inject)
  let bytes = 0
  for (const [index, frame] of list.entries()) {
    if (step.cut?.after === 'events' && index >= step.cut.count) return cut(response, step.cut.how)
    if (delayMs > 0) await sleep(delayMs)
    if (response.destroyed) return
    const chunk = Buffer.from(encode(frame))
    const room = step.cut?.after === 'bytes' ? step.cut.count - bytes : chunk.length
    await write(response, chunk.subarray(0, room))
    bytes += chunk.length
    if (room < chunk.length && step.cut !== undefined) return cut(response, step.cut.how)
    // Half of the answer is out; from here on there is silence.
    if (pause && index >= list.length / 2) return
  }
  response.end()
}

function encode({ event, data }: Frame): string {
  return `${event === null ? '' : `event: ${event}\n`}data: ${data}\n\n`
}

function inject(frames: readonly Frame[], { afterEvents, event, data, isLast }: Injection): readonly Frame[] {
  const strange = { event, data: typeof data === 'string' ? data : JSON.stringify(data) }
  return [...frames.slice(0, afterEvents), strange, ...(isLast ? [] : frames.slice(afterEvents))]
}

async function write(response: ServerResponse, chunk: Uint8Array): Promise<void> {
  if (chunk.length === 0) return
  await new Promise<void>((resolve) => {
    response.write(chunk, () => resolve())
  })
}

function cut(response: ServerResponse, how: 'end' | 'reset'): void {
  if (how === 'end') response.end()
  else response.socket?.resetAndDestroy()
}
