import type { Availability, BandTurn, CompactPlan } from '../../shared/compact/plan.ts'
import type { Message } from '../../shared/thread/message.ts'
import { messageText } from '../../shared/thread/message-text.ts'
import { checkpointBudget } from '../compaction/policy/budget.ts'
import { defaultKeepTurns, triggerTokens } from '../compaction/policy/trigger.ts'
import { renderThread } from '../prompts/render-thread.ts'
import { threadWindow } from '../providers/thread-window.ts'
import type { ThreadFile } from '../threads/thread-file.ts'
import { BUILT_IN_ID } from './narrate-built-in.ts'
import type { CompactorPorts } from './ports.ts'
import { summarizerChoices } from './summarizer-choices.ts'
import { totalTokens } from './total-tokens.ts'

/** Can this thread be compacted; with fewer than two turns it says why not (S-160). */
export function availabilityOf(file: ThreadFile): Availability {
  const turns = file.layout.turns.length
  if (turns >= 2) return { kind: 'available', turns }
  return { kind: 'unavailable', reason: file.count === 0 ? 'no-messages' : 'too-few-turns', turns }
}

/** What the configure step shows. Reads, estimates and renders; sends nothing and writes nothing (S-169). */
export async function describePlan(
  file: ThreadFile,
  names: { readonly thread: string; readonly copyName: string; readonly defaultSummarizer: string },
  ports: CompactorPorts,
): Promise<CompactPlan> {
  const { layout, tokens } = file
  const [rendered, providers] = await Promise.all([
    renderThread({
      head: file.head,
      // Nothing else holds templates: tool results and answers are not read for their problems.
      messages: userMessages(file),
      now: ports.now(),
      timeZone: ports.timeZone,
      workingDirectory: '',
      readInclude: ports.readInclude,
      skills: await ports.skills(),
    }),
    ports.providers(),
  ])
  const summarizers = summarizerChoices(providers)
  const windowTokens = threadWindow(file.head)
  return {
    availability: availabilityOf(file),
    turns: layout.turns.map(
      (turn): BandTurn => ({
        number: turn.number,
        from: turn.from,
        to: turn.to,
        tokens: tokens.slice(turn.from, turn.to).reduce((sum, count) => sum + count, 0),
        label: firstCharacters(messageText(file.readMessage(turn.from)), 80),
      }),
    ),
    systemTokens: file.headTokens.system + file.headTokens.tools,
    metaPromptTokens: tokensAt(tokens, layout.metaPromptIndex),
    checkpointTokens: tokensAt(tokens, layout.checkpointIndex),
    draftTokens: layout.draftIndexes.reduce((sum, index) => sum + tokensAt(tokens, index), 0),
    totalTokens: totalTokens(file),
    windowTokens,
    triggerTokens: triggerTokens(windowTokens),
    keepDefault: defaultKeepTurns(layout.turns.length),
    instructions: ports.instructions.get(names.thread) ?? file.head.compactionInstructions ?? '',
    problems: rendered.problems,
    summarizers,
    summarizerDefault: summarizers.some(({ id, isReady }) => id === names.defaultSummarizer && isReady)
      ? names.defaultSummarizer
      : BUILT_IN_ID,
    hasCheckpoint: layout.checkpointIndex !== null,
    copyName: names.copyName,
    expectedCheckpointTokens: Math.ceil(checkpointBudget('standard', null) / 4),
  }
}

function tokensAt(tokens: readonly number[], index: number | null): number {
  return index === null ? 0 : (tokens[index] ?? 0)
}

function userMessages(file: ThreadFile): readonly Message[] {
  return file.sketches.flatMap(({ role }, index) => (role === 'user' ? [file.readMessage(index)] : []))
}

function firstCharacters(text: string, count: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return [...line.slice(0, count * 2)].slice(0, count).join('')
}
