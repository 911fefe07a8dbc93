import { resolve } from 'node:path'
import type { ChosenWindow } from '../../src/main/compaction/model-window.ts'
import { PRESETS } from '../../src/main/compaction/policy/presets.ts'
import { checkRequest } from '../../src/main/compaction/request/check-request.ts'
import { familyOf } from '../../src/main/compaction/request/families.ts'
import { renderRequest } from '../../src/main/compaction/request/render-request.ts'
import type { ChosenSummarizer } from '../../src/main/compactor/in-place/ports.ts'
import { type ReplayDecision, replayThread } from '../../src/main/compactor/in-place/replay-thread.ts'
import { openThread } from '../../src/main/threads/open-thread.ts'
import type { ThreadFile } from '../../src/main/threads/thread-file.ts'
import type { Policy } from '../../src/shared/compact/policy.ts'
import type { Message, ModelOrigin } from '../../src/shared/thread/message.ts'
import { EXIT } from '../exit.ts'
import { watchInterrupt } from '../interrupt.ts'
import { printFailure, printLine, printProgress } from '../output.ts'
import { cliPorts, type ProviderOptions, summarizerId } from '../ports.ts'

export interface ReplayCommandOptions extends Omit<ProviderOptions, 'provider' | 'window'> {
  readonly window?: number
  readonly preset: string
  readonly summarizer: string
  readonly json?: boolean
}

const PROTOCOLS = ['openai-chat', 'openai-responses', 'anthropic'] as const

/** The first request that a protocol would refuse. */
interface InvalidRequest {
  readonly index: number
  readonly protocol: string
  readonly problems: readonly { readonly path: string; readonly message: string }[]
}

/**
 * Walks a recorded thread through the checks of a running one and prints each decision. Ends with exit code 4 at the
 * first request that one of the three protocols would refuse. Writes nothing.
 */
export async function replayFile(path: string, options: ReplayCommandOptions): Promise<number> {
  const policy = presetOf(options.preset)
  const provider: ProviderOptions = { ...withoutWindow(options), provider: options.summarizer }
  if (policy === null || summarizerId(provider) === null) {
    printProgress(
      policy === null
        ? `Unknown preset "${options.preset}". Use ${Object.keys(PRESETS).join(', ')}.`
        : `Unknown summarizer "${options.summarizer}". Use built-in, openai, openai-responses or anthropic.`,
    )
    return EXIT.wrongUse
  }
  const interrupt = watchInterrupt()
  try {
    const file = await openThread(resolve(path))
    try {
      return await replay(file, path, policy, provider, options, interrupt.signal)
    } finally {
      file.close()
    }
  } catch (error) {
    await printFailure(path, error, options.json === true)
    return EXIT.someFailed
  } finally {
    interrupt.release()
  }
}

async function replay(
  file: ThreadFile,
  path: string,
  policy: Policy,
  provider: ProviderOptions,
  options: ReplayCommandOptions,
  signal: AbortSignal,
): Promise<number> {
  const decisions: ReplayDecision[] = []
  let invalid: InvalidRequest | null = null
  const requests = await replayThread(file, {
    policy,
    window: windowOf(options.window, policy),
    summarizer: () => openChosen(provider),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    onDecision: (decision) => decisions.push(decision),
    onRequest: (index, messages) => {
      invalid = findInvalid(file, index, messages)
      return invalid === null
    },
    signal,
  })
  for (const decision of decisions) await printLine(line(path, decision, options))
  const summary = { requests, decisions: decisions.length, invalid }
  await printLine(
    options.json === true ? JSON.stringify({ file: path, ...summary }) : closing(path, requests, decisions),
  )
  if (invalid === null) return EXIT.done
  printInvalid(invalid)
  return EXIT.invalidRequest
}

function line(path: string, decision: ReplayDecision, options: ReplayCommandOptions): string {
  if (options.json === true) return JSON.stringify({ file: path, ...decision })
  const { index, level, state, reason, tokensBefore, tokensAfter } = decision
  return `#${index}  ${level}  ${state}  ${reason}  ≈${tokensBefore} → ≈${tokensAfter}`
}

function closing(path: string, requests: number, decisions: readonly ReplayDecision[]): string {
  const summaries = decisions.filter(({ level }) => level === 'summarize').length
  return `${path}: ${requests} requests, ${summaries} summaries, ${decisions.length - summaries} other decisions`
}

function printInvalid({ index, protocol, problems }: InvalidRequest): void {
  printProgress(`The request for reply #${index} is not valid for ${protocol}:`)
  for (const { path, message } of problems.slice(0, 10)) printProgress(`  ${path}: ${message}`)
}

function findInvalid(file: ThreadFile, index: number, messages: readonly Message[]): InvalidRequest | null {
  for (const protocol of PROTOCOLS) {
    const target: ModelOrigin = { protocol, host: '', model: 'replay', keyMark: '' }
    const body = renderRequest({
      target,
      family: familyOf(target),
      system: file.head.systemPrompt,
      tools: file.head.tools,
      messages,
      maxOutputTokens: protocol === 'anthropic' ? 8_000 : null,
      imageData: () => null,
    })
    const problems = checkRequest(protocol, body)
    if (problems.length > 0) return { index, protocol, problems }
  }
  return null
}

async function openChosen(provider: ProviderOptions): Promise<ChosenSummarizer> {
  const id = summarizerId(provider)
  if (id === null || id === 'built-in') return { kind: 'built-in' }
  const summarizer = await cliPorts(provider).openSummarizer(id, () => undefined)
  return { kind: 'model', summarizer }
}

function presetOf(name: string): Policy | null {
  return Object.entries(PRESETS).find(([preset]) => preset === name)?.[1] ?? null
}

/** An unknown window follows the preset's own rule (C-03). */
function windowOf(windowTokens: number | undefined, policy: Policy): ChosenWindow {
  if (windowTokens !== undefined) return { tokens: windowTokens, source: 'manual' }
  return policy.unknownWindow.kind === 'assume'
    ? { tokens: policy.unknownWindow.windowTokens, source: 'assumed' }
    : { tokens: null, source: null }
}

function withoutWindow(options: ReplayCommandOptions): Omit<ProviderOptions, 'provider'> {
  return {
    ...(options.model === undefined ? {} : { model: options.model }),
    ...(options.baseUrl === undefined ? {} : { baseUrl: options.baseUrl }),
  }
}
