import type {
  Availability,
  BandMark,
  BandTurn,
  CompactPlan,
  TemplateProblem,
} from '../../shared/compact/plan.ts'
import type { Message } from '../../shared/thread/message.ts'
import { messageText } from '../../shared/thread/message-text.ts'
import type { Turn } from '../../shared/thread/turn.ts'
import { openTurns } from '../compaction/boundary/open-turns.ts'
import { checkpointBudget } from '../compaction/policy/budget.ts'
import { defaultKeepTurns } from '../compaction/policy/default-keep.ts'
import { PRESETS } from '../compaction/policy/presets.ts'
import { triggerTokensOf } from '../compaction/policy/thresholds.ts'
import { estimateTextTokens } from '../compaction/tokens/estimate-text.ts'
import type { TokenFamily } from '../compaction/tokens/token-family.ts'
import { renderThread } from '../prompts/render-thread.ts'
import type { ThreadFile } from '../threads/thread-file.ts'
import { type Marks, sentSizes, sentTokens } from './marks.ts'
import { BUILT_IN_ID } from './narrate-built-in.ts'
import type { CompactorPorts } from './ports.ts'
import { summarizerChoices } from './summarizer-choices.ts'

/** Can this thread be compacted; with fewer than two turns it says why not (S-160). */
export function availabilityOf(file: ThreadFile): Availability {
  const turns = openTurns(file.layout).length
  if (turns >= 2) return { kind: 'available', turns }
  return { kind: 'unavailable', reason: file.count === 0 ? 'no-messages' : 'too-few-turns', turns }
}

/** What the configure step shows. Reads, estimates and renders; sends nothing and writes nothing (S-169). */
export async function describePlan(
  file: ThreadFile,
  names: {
    readonly thread: string
    readonly copyName: string
    /** Null = the thread's own. */
    readonly copyFolder: string | null
    readonly defaultSummarizer: string
  },
  { windowTokens, family }: { readonly windowTokens: number | null; readonly family: TokenFamily },
  marks: Marks,
  ports: CompactorPorts,
): Promise<CompactPlan> {
  const { layout } = file
  const tokens = file.tokensIn(family)
  const headTokens = file.headTokens[family]
  const turns = openTurns(layout)
  const sizes = sentSizes(file, marks, family)
  const users = userMessages(file)
  const [rendered, providers] = await Promise.all([
    renderThread({
      head: file.head,
      // Nothing else holds templates: tool results and answers are not read for their problems.
      messages: users.map(({ message }) => message),
      now: ports.now(),
      timeZone: ports.timeZone,
      workingDirectory: '',
      readInclude: ports.readInclude,
      skills: await ports.skills(),
    }),
    ports.providers(),
  ])
  const summarizers = summarizerChoices(providers)
  return {
    availability: availabilityOf(file),
    turns: turns.map(
      (turn): BandTurn => ({
        number: turn.number,
        from: turn.from,
        to: turn.to,
        tokens: sumOf(sizes, turn.from, turn.to),
        label: firstCharacters(messageText(file.readMessage(turn.from)), 80),
      }),
    ),
    marks: bandMarks(tokens, sizes, turns, marks),
    systemTokens: headTokens.system + headTokens.tools,
    metaPromptTokens: tokensAt(tokens, layout.metaPromptIndex),
    checkpointTokens: tokensAt(tokens, layout.checkpointIndex),
    draftTokens: layout.draftIndexes.reduce((sum, index) => sum + tokensAt(tokens, index), 0),
    totalTokens: sentTokens(file, marks, family),
    windowTokens,
    // The wizard shows no trigger for a window nobody knows.
    triggerTokens:
      windowTokens === null
        ? null
        : triggerTokensOf(ports.policyOf?.(names.thread) ?? PRESETS['ratio-75'], windowTokens),
    keepDefault: defaultKeepTurns(turns.length),
    instructions: ports.instructions.get(names.thread) ?? file.head.compactionInstructions ?? '',
    problems: withIndexes(rendered.problems, users),
    summarizers,
    summarizerDefault: summarizers.some(({ id, isReady }) => id === names.defaultSummarizer && isReady)
      ? names.defaultSummarizer
      : BUILT_IN_ID,
    hasCheckpoint: layout.checkpointIndex !== null,
    copyName: names.copyName,
    ...(names.copyFolder === null ? {} : { copyFolder: names.copyFolder }),
    expectedCheckpointTokens: Math.ceil(checkpointBudget('standard', null) * tokensPerChar(users, family)),
  }
}

/** With the message's index, which a person can find: an id is the file's own matter. Ids may repeat. */
function withIndexes(
  problems: readonly TemplateProblem[],
  messages: readonly UserMessage[],
): readonly TemplateProblem[] {
  const indexes = new Map(messages.toReversed().map(({ index, message }) => [`message:${message.id}`, index]))
  return problems.map((problem) => {
    const index = indexes.get(problem.place)
    return index === undefined ? problem : { ...problem, index }
  })
}

/** Characters of what the person wrote that are looked at, and a token's share of English text. */
const SAMPLE_CHARS = 20_000
const ENGLISH_SHARE = 1 / 4

/** Tokens per character of what the person writes, in which a checkpoint is written too; never below English. */
function tokensPerChar(users: readonly UserMessage[], family: TokenFamily): number {
  let sample = ''
  for (const { message } of users) {
    if (sample.length >= SAMPLE_CHARS) break
    sample += messageText(message).slice(0, 2_000)
  }
  const share = sample.length === 0 ? 0 : estimateTextTokens(sample, family) / sample.length
  return Math.max(ENGLISH_SHARE, Math.min(1, share))
}

/** Of the messages `from` to `to`. */
function sumOf(tokens: Uint32Array, from: number, to: number): number {
  let sum = 0
  for (let index = from; index < to; index += 1) sum += tokens[index] ?? 0
  return sum
}

/** Marked messages in the turns that are drawn, in the order of the thread. */
function bandMarks(
  tokens: Uint32Array,
  sizes: Uint32Array,
  turns: readonly Turn[],
  marks: Marks,
): readonly BandMark[] {
  if (marks.pins.size + marks.excluded.size === 0) return []
  const place = (kind: BandMark['kind'], index: number): readonly BandMark[] => {
    const turn = turns.find(({ from, to }) => index >= from && index < to)
    if (turn === undefined) return []
    const before = sumOf(sizes, turn.from, index)
    const size = kind === 'exclude' ? tokens : sizes
    return [{ kind, index, turn: turn.number, before, tokens: tokensAt(size, index) }]
  }
  return [
    ...[...marks.pins].filter((index) => !marks.excluded.has(index)).flatMap((index) => place('pin', index)),
    ...[...marks.excluded].flatMap((index) => place('exclude', index)),
  ].toSorted((one, other) => one.index - other.index)
}

function tokensAt(tokens: Uint32Array, index: number | null): number {
  return index === null ? 0 : (tokens[index] ?? 0)
}

interface UserMessage {
  readonly index: number
  readonly message: Message
}

function userMessages(file: ThreadFile): readonly UserMessage[] {
  return file.sketches.flatMap(({ role }, index) =>
    role === 'user' ? [{ index, message: file.readMessage(index) }] : [],
  )
}

function firstCharacters(text: string, count: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return [...line.slice(0, count * 2)].slice(0, count).join('')
}
