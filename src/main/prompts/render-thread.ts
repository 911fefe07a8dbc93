import type { TemplateProblem } from '../../shared/compact/plan.ts'
import { AppError } from '../../shared/ipc/errors.ts'
import type { JsonValue, Message, Part, ThreadHead, ToolCall } from '../../shared/thread/message.ts'
import { readCheckpoint } from '../compaction/checkpoint/wrapper.ts'
import { evaluateTemplate } from './evaluate-template.ts'
import { hasTemplateMarks, parseTemplate, TemplateRefused } from './parse-template.ts'
import { variableIn } from './prompt-variables.ts'
import type { Skill } from './skill-list.ts'
import type { Piece } from './template-tree.ts'
import { Budget } from './template-value.ts'

/** What rendering needs. Nothing of it is changed. */
export interface RenderInput {
  readonly head: ThreadHead
  readonly messages: readonly Message[]
  readonly now: Date
  /** IANA name; an unknown one counts as UTC. */
  readonly timeZone: string
  /** Stands for an empty `workingDirectory` variable. */
  readonly workingDirectory: string
  /** Text of a file inside the allowed roots; null = not there. Rejects with `path-outside` when refused. */
  readonly readInclude: (path: string) => Promise<string | null>
  /** Enabled skills, for `skills` variables that were not frozen. */
  readonly skills?: readonly Skill[]
}

export interface RenderedThread {
  readonly messages: readonly Message[]
  readonly systemPrompt: string
  /** Each problem once per place, in reading order. */
  readonly problems: readonly TemplateProblem[]
}

/** A file of one rendering: its text, or why there is none. */
interface LoadedFile {
  readonly text: string | null
  readonly state: 'read' | 'missing' | 'refused'
}

/** One rendering of a thread. `budget` is what all its templates may cost together. */
interface Run {
  readonly input: RenderInput
  readonly files: Map<string, LoadedFile>
  readonly problems: Map<string, TemplateProblem>
  readonly budget: Budget
}

/** Files may name further files only by an expression over their text, so a few rounds always suffice. */
const MAX_ROUNDS = 6
/** Key under which the whole output of a place was frozen at its first run. */
const FROZEN_OUTPUT = '\u0000rendered'

/**
 * Renders the prompt templates of a thread: system prompt and user messages (S-194 to S-196). One pass:
 * values, included files, answers and tool results are never read as templates (B-57). A checkpoint is
 * derived text and left alone, and what was written in this program is sent as it was written: its braces are
 * code somebody asks about. Names nobody defined stand as `[name]` and are reported; a text that is no
 * valid template is reported and kept, with its double braces parted. Never rejects for what a thread holds.
 */
export async function renderThread(input: RenderInput): Promise<RenderedThread> {
  const run: Run = {
    input,
    files: new Map(),
    problems: new Map(),
    budget: new Budget(2_000_000, 200_000_000),
  }
  const render = (text: string, place: string): Promise<string> => renderPlace(text, place, run)
  const { systemPrompt: stored, isVerbatim } = input.head
  const systemPrompt = isVerbatim === true ? stored : await render(stored, 'systemPrompt')
  const messages: Message[] = []
  for (const message of input.messages) messages.push(await renderMessage(message, input.head, render))
  return { messages, systemPrompt, problems: [...run.problems.values()] }
}

async function renderMessage(
  message: Message,
  head: ThreadHead,
  render: (text: string, place: string) => Promise<string>,
): Promise<Message> {
  if (message.role === 'assistant') return withFrozenResults(message, head)
  if (message.runtime) return message
  const first = message.content.find((part) => part.kind === 'text')
  if (first === undefined || readCheckpoint(first.text) !== null) return message
  if (!message.content.some((part) => part.kind === 'text' && hasTemplateMarks(part.text))) return message
  const content: Part[] = []
  for (const part of message.content) {
    content.push(
      part.kind === 'text' ? { kind: 'text', text: await render(part.text, `message:${message.id}`) } : part,
    )
  }
  return { ...message, content }
}

async function renderPlace(text: string, place: string, run: Run): Promise<string> {
  if (!hasTemplateMarks(text)) return text
  const snapshotPlace = place === 'systemPrompt' ? place : `${place}:text`
  const { input, files, problems } = run
  const frozen = frozenOutput(input.head, snapshotPlace)
  if (frozen !== null) return frozen
  const report = (kind: TemplateProblem['kind'], name: string): void => {
    problems.set(JSON.stringify([kind, name, place]), { kind, name, place })
  }
  try {
    const pieces = parseTemplate(text)
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const attempt = evaluate(pieces, snapshotPlace, run)
      if (attempt.wanted.size === 0 || round === MAX_ROUNDS - 1) {
        for (const [kind, name] of attempt.problems) report(kind, name)
        return attempt.text
      }
      for (const path of attempt.wanted) files.set(path, await loadFile(path, input.readInclude))
    }
  } catch (error) {
    // Refused templates, and the stack's limit for absurdly nested values.
    if (!(error instanceof TemplateRefused) && !(error instanceof RangeError)) throw error
  }
  report('syntax', firstMark(text))
  return partBraces(text)
}

function evaluate(
  pieces: readonly Piece[],
  place: string,
  { input, files, budget }: Run,
): {
  readonly text: string
  readonly wanted: ReadonlySet<string>
  readonly problems: readonly (readonly [TemplateProblem['kind'], string])[]
} {
  const wanted = new Set<string>()
  const problems: (readonly [TemplateProblem['kind'], string])[] = []
  const report = (kind: TemplateProblem['kind'], name: string): void => {
    problems.push([kind, name])
  }
  const readFile = (path: string, missing: 'missing-include' | 'missing-file'): string | null => {
    const file = files.get(path)
    if (file === undefined) wanted.add(path)
    else if (file.state !== 'read') report(file.state === 'refused' ? 'include-refused' : missing, path)
    return file?.text ?? null
  }
  const source = { ...input, skills: input.skills ?? [], readFile, report }
  const text = evaluateTemplate(
    pieces,
    {
      variable: (name) => variableIn(place, name, source),
      include: (path) => readFile(path, 'missing-include'),
      exists: (path) => {
        if (!files.has(path)) wanted.add(path)
        return files.get(path)?.state === 'read'
      },
      unknown: (name) => report('unknown-variable', name),
    },
    new Budget(100_000, 8_000_000, budget),
  )
  return { text, wanted, problems }
}

async function loadFile(path: string, read: RenderInput['readInclude']): Promise<LoadedFile> {
  try {
    const text = await read(path)
    return { text, state: text === null ? 'missing' : 'read' }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { text: null, state: error.code === 'path-outside' ? 'refused' : 'missing' }
  }
}

function frozenOutput(head: ThreadHead, place: string): string | null {
  const values = Object.hasOwn(head.snapshotVariables, place) ? head.snapshotVariables[place] : undefined
  // An empty text was stored by old versions when a file was missing: it is no output.
  const frozen = Object.entries(values ?? {}).find(
    ([key, value]) => key.startsWith(FROZEN_OUTPUT) && value !== '',
  )
  return typeof frozen?.[1] === 'string' ? frozen[1] : null
}

const PLACEHOLDER = /\{\{\s{0,20}([\p{L}_][\p{L}\p{N}_]{0,100})\s{0,20}\}\}/gu

/**
 * A tool result is no template. Only where the program that ran it froze values for this very result, those
 * names are filled in; everything else in it stays as it is.
 */
function withFrozenResults(message: Message, head: ThreadHead): Message {
  let isChanged = false
  const toolCalls = message.toolCalls.map((call): ToolCall => {
    const place = `toolResult:${message.id}:${call.id}:text`
    const values = Object.hasOwn(head.snapshotVariables, place) ? head.snapshotVariables[place] : undefined
    if (call.output === null || values === undefined) return call
    isChanged = true
    const content = call.output.content.map(
      (part): Part => (part.kind === 'text' ? { kind: 'text', text: fillNames(part.text, values) } : part),
    )
    return { ...call, output: { ...call.output, content } }
  })
  return isChanged ? { ...message, toolCalls } : message
}

function fillNames(text: string, values: { readonly [name: string]: JsonValue }): string {
  return text.replaceAll(PLACEHOLDER, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    return typeof value === 'string' ? value : whole
  })
}

/** `{{` becomes `{ {`: still readable, no longer a placeholder. */
function partBraces(text: string): string {
  return text.replaceAll(/\{(?=[{%])/g, '{ ').replaceAll(/([}%])(?=\})/g, '$1 ')
}

/** What the report calls a text that is no template: its first mark, one line, at most 60 characters. */
function firstMark(text: string): string {
  const start = Math.max(text.search(/\{[{%]|@include\(/), 0)
  return (text.slice(start, start + 200).split('\n')[0] ?? '').slice(0, 60)
}
