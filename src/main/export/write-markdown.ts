import type { ExportChoices } from '../../shared/ipc/export.ts'
import type { Message, Part, ToolCall } from '../../shared/thread/message.ts'
import { saysFailure } from '../compaction/facts/said-failure.ts'
import { exportItems } from './export-items.ts'
import type { Chunks, ExportItem, ExportThread } from './export-thread.ts'
import { filterJsonValue } from './filter-json.ts'
import { type ExportLabels, labelsOf } from './labels.ts'
import type { TextFilter } from './text-filter.ts'

/** A thread to read: one heading for each message, calls and results in fences. Pictures are named, not held. */
export function* writeMarkdown(source: ExportThread, choices: ExportChoices, filter: TextFilter): Chunks {
  const labels = labelsOf(choices)
  const { head, count } = source.file
  const about = [head.model?.id, labels.messages(count), labels.exported].filter(Boolean).join(' · ')
  yield { content: `# ${oneLine(filter(head.title, null))}\n\n${filter(about, null)}\n`, done: 0 }
  if (head.systemPrompt.trim() !== '')
    yield { content: `\n## ${labels.system}\n\n${filter(head.systemPrompt, null).trim()}\n`, done: 0 }
  for (const item of exportItems(source, choices))
    yield { content: itemText(item, labels, filter), done: item.index + 1 }
}

function itemText(item: ExportItem, labels: ExportLabels, filter: TextFilter): string {
  if (item.kind === 'checkpoint') {
    const name = item.event === null ? labels.checkpoint : `${labels.checkpoint} ${item.event.number}`
    return `\n---\n\n## ◆ ${name}\n\n${quoted(filter(item.text, item.index))}\n\n---\n`
  }
  const { message, index } = item
  const blocks = [
    ...(message.thinking === null
      ? []
      : [`**${labels.thinking}**\n\n${quoted(filter(message.thinking, index))}`]),
    ...message.content.map((part) => partText(part, index, labels, filter)),
    ...message.toolCalls.map((call) => callText(call, index, labels, filter)),
  ]
  return `\n## ${heading(message, labels)}\n${blocks.map((block) => `\n${block}\n`).join('')}`
}

function heading(message: Message, labels: ExportLabels): string {
  const model = message.runtime?.origin?.model
  return [message.role === 'user' ? labels.user : labels.assistant, model].filter(Boolean).join(' · ')
}

function partText(part: Part, index: number, labels: ExportLabels, filter: TextFilter): string {
  switch (part.kind) {
    case 'text':
      return filter(part.text, index)
    case 'image':
      return `*[${labels.picture}: ${part.mimeType}]*`
    case 'other':
      return `*${labels.other}: ${part.type}*\n\n${fenced(filter(part.json, index), 'json')}`
  }
}

function callText(call: ToolCall, index: number, labels: ExportLabels, filter: TextFilter): string {
  const asked =
    call.partialArguments === null
      ? JSON.stringify(filterJsonValue(call.arguments, filter, index), null, 2)
      : filter(call.partialArguments, index)
  const lead = `**${labels.call}** ${codeSpan(filter(call.name, index))}\n\n${fenced(asked, 'json')}`
  if (call.output === null) return `${lead}\n\n*${labels.unanswered}*`
  const label = saysFailure(call) ? `${labels.result} (${labels.failed})` : labels.result
  const parts = call.output.content.map((part) =>
    part.kind === 'text' ? fenced(filter(part.text, index), '') : partText(part, index, labels, filter),
  )
  return [lead, `**${label}**`, ...parts].join('\n\n')
}

/** A code block whose fence is longer than any run of backticks in it. */
export function fenced(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`
}

function codeSpan(text: string): string {
  const marks = '`'.repeat(longestRun(text) + 1)
  return text.includes('`') ? `${marks} ${oneLine(text)} ${marks}` : `${marks}${oneLine(text)}${marks}`
}

function longestRun(text: string): number {
  let longest = 0
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return longest
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
