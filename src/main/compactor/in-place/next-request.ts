import { parse } from 'node:path'
import type { Policy } from '../../../shared/compact/policy.ts'
import type { Message } from '../../../shared/thread/message.ts'
import type { ChosenWindow } from '../../compaction/model-window.ts'
import { costsOfMessage } from '../../compaction/tokens/message-cost.ts'
import { familyOfModel } from '../../compaction/tokens/model-family.ts'
import { renderThread } from '../../prompts/render-thread.ts'
import { inSlices } from '../../threads/in-slices.ts'
import type { ThreadFile } from '../../threads/thread-file.ts'
import { FileFacts } from './file-facts.ts'
import { type CheckResult, InPlaceCompactor } from './in-place-compactor.ts'
import { MemoryStore } from './memory-store.ts'
import type { FactSource } from './ports.ts'
import { ThreadContext } from './thread-context.ts'

export interface NextRequestOptions {
  readonly policy: Policy
  readonly window: ChosenWindow
  readonly now: Date
  readonly timeZone: string
  readonly signal: AbortSignal
}

/** What the next request of a thread file would be made of. */
export interface NextRequest {
  readonly result: CheckResult
  /** The projection's messages, with prompt templates rendered; not yet sanitized for a model. */
  readonly messages: readonly Message[]
  readonly systemPrompt: string
  /** Files that this request points to and that are written before it is really sent; relative to the workspace. */
  readonly unwritten: readonly string[]
  /** All messages of the thread, rendered; the projection's parts are theirs. */
  readonly facts: readonly Message[]
}

/**
 * Runs the check that comes before every model call on a thread file, with nothing stored before and nothing stored
 * after: no checkpoints, no marks; complete outputs count as stored; a summary is the built-in one.
 */
export async function readNextRequest(file: ThreadFile, options: NextRequestOptions): Promise<NextRequest> {
  await inSlices(file.indexSteps(), options.signal)
  const rendered = await renderThread({
    head: file.head,
    messages: await inSlices(file.readSteps(), options.signal),
    now: options.now,
    timeZone: options.timeZone,
    workingDirectory: '',
    readInclude: async () => null,
    skills: [],
  })
  const unwritten = new Set<string>()
  const nowMs = () => options.now.getTime()
  const family = familyOfModel(file.head.model?.id ?? '')
  const context = new ThreadContext(renderedFacts(new FileFacts(file), rendered.messages), {
    store: new MemoryStore(nowMs),
    policy: () => options.policy,
    model: () => ({ key: 'request', window: options.window, family }),
    summarizer: async () => ({ kind: 'built-in' }),
    writeOutput: async ({ filePath }) => {
      unwritten.add(filePath)
      return true
    },
    appendHistory: async () => null,
    restore: async () => ({ files: [], plan: null }),
    record: () => undefined,
    // As for the first thread of its folder, with that folder as the workspace.
    stem: parse(file.path).name,
  })
  const compactor = new InPlaceCompactor({ nowMs, timeZone: options.timeZone })
  const result = await compactor.check(context, { signal: options.signal, onNotice: () => undefined })
  return {
    result,
    messages: context.projection.map((item) => item.message),
    systemPrompt: rendered.systemPrompt,
    unwritten: [...unwritten],
    facts: rendered.messages,
  }
}

/** The facts with their rendered messages; bytes, ids and turns stay those of the file. */
function renderedFacts(facts: FileFacts, messages: readonly Message[]): FactSource {
  const rendered = (index: number) => messages[index] ?? facts.readMessage(index)
  return {
    head: facts.head,
    headTokens: facts.headTokens,
    layout: facts.layout,
    checkpointMs: facts.checkpointMs,
    count: facts.count,
    ids: facts.ids,
    readMessage: rendered,
    costOf: (index, family) => costsOfMessage(rendered(index))[family],
    rawSlice: (index) => facts.rawSlice(index),
  }
}
