import { createHash } from 'node:crypto'
import type { ExportChoices } from '../../shared/ipc/export.ts'
import type { ImagePart, Message, Part, ToolCall } from '../../shared/thread/message.ts'
import { saysFailure } from '../compaction/facts/said-failure.ts'
import { type PictureReader, pictureReader } from '../threads/message-images.ts'
import { exportItems } from './export-items.ts'
import type { Chunks, ExportItem, ExportThread } from './export-thread.ts'
import { filterJsonValue } from './filter-json.ts'
import { HTML_STYLE } from './html-style.ts'
import { type ExportLabels, labelsOf } from './labels.ts'
import { escapeHtml, markdownHtml } from './markdown-html.ts'
import type { TextFilter } from './text-filter.ts'

/** The page may show its own pictures and its own style, by its hash, and do nothing else: no script, no address. */
const POLICY = `default-src 'none'; img-src data:; style-src 'sha256-${createHash('sha256').update(HTML_STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`

interface PageWriting {
  readonly labels: ExportLabels
  readonly filter: TextFilter
  readonly pictures: PictureReader
}

/** A thread as one page that needs nothing beside it: readable, printable, in the reader's own theme. */
export function* writeHtml(source: ExportThread, choices: ExportChoices, filter: TextFilter): Chunks {
  const labels = labelsOf(choices)
  const { head, count } = source.file
  const title = escapeHtml(filter(head.title, null))
  const about = [head.model?.id, labels.messages(count), labels.exported].filter(Boolean).join(' · ')
  yield {
    content: `<!doctype html>
<html lang="${choices.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${HTML_STYLE}</style>
</head>
<body>
<header><h1>${title}</h1><p class="meta">${escapeHtml(filter(about, null))}</p></header>
<main>
`,
    done: 0,
  }
  if (head.systemPrompt.trim() !== '')
    yield {
      content: `<section class="system">${folded(labels.system, markdownHtml(filter(head.systemPrompt, null)))}</section>\n`,
      done: 0,
    }
  for (const item of exportItems(source, choices)) {
    const placed = item.kind === 'message' ? [item] : []
    const page: PageWriting = { labels, filter, pictures: pictureReader(source.file, placed) }
    yield { content: itemHtml(item, page), done: item.index + 1 }
  }
  yield { content: '</main>\n</body>\n</html>\n', done: count }
}

function itemHtml(item: ExportItem, page: PageWriting): string {
  const { labels, filter } = page
  if (item.kind === 'checkpoint') {
    const name = item.event === null ? labels.checkpoint : `${labels.checkpoint} ${item.event.number}`
    return `<section class="checkpoint"><h2>◆ ${name}</h2>${markdownHtml(filter(item.text, item.index))}</section>\n`
  }
  const { message, index } = item
  const role = message.role === 'user' ? labels.user : labels.assistant
  const model = message.runtime?.origin?.model
  const by = model === undefined ? '' : ` <span>${escapeHtml(filter(model, index))}</span>`
  const body = [
    message.thinking === null ? '' : folded(labels.thinking, markdownHtml(filter(message.thinking, index))),
    ...message.content.map((part) => partHtml(message, part, index, page)),
    ...message.toolCalls.map((call) => callHtml(message, call, index, page)),
  ]
  return `<article class="${message.role}" aria-label="${role} ${index + 1}"><h2>${role}${by}</h2>${body.join('\n')}</article>\n`
}

function partHtml(message: Message, part: Part, index: number, page: PageWriting): string {
  switch (part.kind) {
    case 'text':
      return markdownHtml(page.filter(part.text, index))
    case 'image':
      return pictureHtml(message, part, page)
    case 'other': {
      const label = `${page.labels.other}: ${page.filter(part.type, index)}`
      return folded(escapeHtml(label), `<pre>${escapeHtml(page.filter(part.json, index))}</pre>`)
    }
  }
}

function pictureHtml(message: Message, part: ImagePart, { labels, pictures }: PageWriting): string {
  const picture = pictures(message, part)
  const name = `${labels.picture}: ${escapeHtml(part.mimeType)}`
  // The type comes from the bytes and the bytes are base64: neither can end the attribute.
  return picture === null
    ? `<p class="label">${name}</p>`
    : `<img alt="${name}" src="data:${picture.mimeType};base64,${picture.base64}">`
}

function callHtml(message: Message, call: ToolCall, index: number, page: PageWriting): string {
  const { labels, filter } = page
  const asked =
    call.partialArguments === null
      ? JSON.stringify(filterJsonValue(call.arguments, filter, index), null, 2)
      : filter(call.partialArguments, index)
  const output = call.output
  const parts = (output?.content ?? []).map((part) =>
    part.kind === 'text'
      ? `<pre>${escapeHtml(filter(part.text, index))}</pre>`
      : partHtml(message, part, index, page),
  )
  const result = output === null ? `<p class="label">${labels.unanswered}</p>` : parts.join('\n')
  const isFailed = saysFailure(call)
  const state = isFailed ? ` (${labels.failed})` : ''
  return folded(
    `${labels.call} <code>${escapeHtml(filter(call.name, index))}</code>${state}`,
    `<pre>${escapeHtml(asked)}</pre><p class="label">${labels.result}</p>${result}`,
    isFailed ? 'failed' : null,
  )
}

/** `summary` and `body` are HTML. */
function folded(summary: string, body: string, state: 'failed' | null = null): string {
  const look = state === null ? '' : ` class="${state}"`
  return `<details${look}><summary>${summary}</summary><div>${body}</div></details>`
}
