import { resolve } from 'node:path'
import { PRESETS } from '../../src/main/compaction/policy/presets.ts'
import { checkRequest } from '../../src/main/compaction/request/check-request.ts'
import type { JsonObject } from '../../src/main/compaction/request/private-layout.ts'
import { type NextRequest, readNextRequest } from '../../src/main/compactor/in-place/next-request.ts'
import {
  requestBody,
  requestSource,
  requestTarget,
  requestWindow,
} from '../../src/main/compactor/in-place/request-body.ts'
import { openThread } from '../../src/main/threads/open-thread.ts'
import { AppError } from '../../src/shared/ipc/errors.ts'
import type { ModelOrigin } from '../../src/shared/thread/message.ts'
import { EXIT } from '../exit.ts'
import { watchInterrupt } from '../interrupt.ts'
import { printFailure, printLine, printProgress, tellUnwritten } from '../output.ts'

export interface RequestCommandOptions {
  readonly protocol: string
  readonly preset: string
  readonly window?: number
  readonly model?: string
  readonly baseUrl?: string
}

const PROTOCOLS: readonly ModelOrigin['protocol'][] = ['openai-chat', 'openai-responses', 'anthropic']

/**
 * Prints the exact body of a thread's next request as JSON: what the model sees. Sends and writes nothing. A body
 * that the protocol would refuse is printed all the same, with the reasons on stderr and exit code 4.
 */
export async function printRequest(path: string, options: RequestCommandOptions): Promise<number> {
  const protocol = PROTOCOLS.find((name) => name === options.protocol)
  const policy = Object.entries(PRESETS).find(([name]) => name === options.preset)?.[1]
  if (protocol === undefined || policy === undefined) {
    printProgress(
      protocol === undefined
        ? `Unknown protocol "${options.protocol}". Use ${PROTOCOLS.join(', ')}.`
        : `Unknown preset "${options.preset}". Use ${Object.keys(PRESETS).join(', ')}.`,
    )
    return EXIT.wrongUse
  }
  const interrupt = watchInterrupt()
  try {
    const file = await openThread(resolve(path))
    try {
      const next = await readNextRequest(file, {
        policy,
        window: requestWindow(options.window, policy),
        now: new Date(),
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        signal: interrupt.signal,
      })
      const target = requestTarget(file, next.facts, { ...options, protocol })
      const body = requestBody(requestSource(file, next), target)
      await printLine(JSON.stringify(body, null, 2))
      return report(protocol, body, next)
    } finally {
      file.close()
    }
  } catch (error) {
    await printFailure(path, error, false)
    return error instanceof AppError && error.code === 'bad-input' ? EXIT.wrongUse : EXIT.someFailed
  } finally {
    interrupt.release()
  }
}

function report(protocol: ModelOrigin['protocol'], body: JsonObject, next: NextRequest): number {
  if (next.facts.at(-1)?.role === 'assistant' && next.facts.at(-1)?.toolCalls.length === 0)
    printProgress(
      'The thread ends with a reply: the next request holds it too, and the message that follows it.',
    )
  tellUnwritten(next.unwritten)
  const problems = checkRequest(protocol, body)
  for (const { path, message } of problems.slice(0, 10)) printProgress(`  ${path}: ${message}`)
  if (problems.length > 0) return EXIT.invalidRequest
  if (next.result.kind !== 'refused') return EXIT.done
  printProgress('This request would not be sent: it does not fit the window.')
  return EXIT.someFailed
}
