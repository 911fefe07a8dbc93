import { memo, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import ReactMarkdown, { type Components, type Options } from 'react-markdown'
import rehypeHighlight from 'rehype-highlight'
import remarkGfm from 'remark-gfm'
import { useErrorText } from '../i18n/error-text.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Check, Copy, Square, SquareCheck } from '../ui/icons.ts'
import { useClient } from './client-context.ts'
import { settleHeadings } from './heading-levels.ts'
import { showHtmlBlocks } from './html-blocks.ts'
import { linkTarget, useOpenLink } from './link-gate.tsx'
import { languageOf } from './text-language.ts'
import { useToasts } from './toasts-context.ts'

/** Above this, code is shown plain: colouring a big listing would block the page. */
const HIGHLIGHT_MOST_CHARS = 20_000

let highlighter: ReturnType<typeof rehypeHighlight> | null = null

/** The grammars are read in once, not for every text: that took longer than showing most texts. */
function highlightOnce(): ReturnType<typeof rehypeHighlight> {
  highlighter ??= rehypeHighlight({ detect: false })
  return highlighter
}

const REMARK: Options['remarkPlugins'] = [[remarkGfm, { singleTilde: false }]]
const REHYPE: Options['rehypePlugins'] = [showHtmlBlocks, settleHeadings, highlightOnce]
const REHYPE_PLAIN: Options['rehypePlugins'] = [showHtmlBlocks, settleHeadings]

export interface MarkdownProps {
  readonly text: string
  readonly className?: string
}

/**
 * Markdown that a person or a model wrote. Raw HTML is shown as text, pictures are never loaded but named,
 * links go through the link gate.
 */
export const Markdown = memo(function Markdown({ text, className = '' }: MarkdownProps) {
  return (
    <div className={`prose ${className}`} lang={languageOf(text)}>
      <ReactMarkdown
        remarkPlugins={REMARK}
        rehypePlugins={text.length > HIGHLIGHT_MOST_CHARS ? REHYPE_PLAIN : REHYPE}
        components={COMPONENTS}
      >
        {text}
      </ReactMarkdown>
    </div>
  )
})

/** What texts are made of, in pieces that each take a few milliseconds the first time. */
const USUAL_TEXTS = [
  'Some *words* and `code`.',
  '## Head\n\n1. **one**\n   - two',
  '| a |\n| - |\n| b |',
  '```ts\nlet a = 1\n```',
]

/** Reads texts that nobody sees while the page has nothing to do: the first ones take ten times as long as any later. */
export function warmUpMarkdown(): void {
  let next = 0
  function readOne() {
    ReactMarkdown({
      children: USUAL_TEXTS[next] ?? '',
      remarkPlugins: REMARK,
      rehypePlugins: REHYPE,
      components: COMPONENTS,
    })
    next += 1
    if (next < USUAL_TEXTS.length) requestIdleCallback(readOne)
  }
  requestIdleCallback(readOne)
}

function SafeLink({ href, children }: { readonly href?: string | undefined; readonly children?: ReactNode }) {
  const { t } = useTranslation('thread')
  const open = useOpenLink()
  const host = href === undefined ? null : linkTarget(href)
  if (href === undefined || host === null)
    return (
      <span className="dead-link" title={t('link.refused')}>
        {children}
      </span>
    )
  return (
    <a
      href={href}
      title={t('link.opens', { host })}
      onClick={(event) => {
        event.preventDefault()
        open(href)
      }}
      onAuxClick={(event) => event.preventDefault()}
    >
      {children}
    </a>
  )
}

function NamedImage({ src, alt }: { readonly src?: unknown; readonly alt?: string | undefined }) {
  const { t } = useTranslation('thread')
  const address = typeof src === 'string' ? src : ''
  const label = t('image.remote', { label: alt || address })
  return <SafeLink href={address}>{label}</SafeLink>
}

function CodeBlock({ children }: { readonly children?: ReactNode }) {
  const { t } = useTranslation(['thread', 'frame'])
  const client = useClient()
  const toasts = useToasts()
  const errorText = useErrorText()
  const pre = useRef<HTMLPreElement>(null)
  const [isCopied, setIsCopied] = useState(false)

  async function copy() {
    try {
      await client.request('clipboard.write', { text: pre.current?.textContent ?? '' })
    } catch (error) {
      toasts.show({ kind: 'failed', text: t('frame:common.copyFailed', { reason: errorText(error) }) })
      return
    }
    setIsCopied(true)
    setTimeout(() => setIsCopied(false), 1500)
  }

  return (
    <div className="code-block">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls sideways has to be reachable by keyboard. */}
      <pre ref={pre} tabIndex={0}>
        {children}
      </pre>
      <IconButton
        className="is-small code-copy"
        label={isCopied ? t('frame:common.copied') : t('thread:code.copy')}
        icon={isCopied ? <Check size={14} strokeWidth={2} /> : <Copy size={14} strokeWidth={2} />}
        onClick={() => void copy()}
      />
    </div>
  )
}

function TableFrame({ children }: { readonly children?: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls sideways.
    <div className="table-frame" tabIndex={0}>
      <table>{children}</table>
    </div>
  )
}

function TaskBox({ checked }: { readonly checked?: boolean | undefined }) {
  const { t } = useTranslation('thread')
  const Box = checked === true ? SquareCheck : Square
  return (
    <Box
      className="task-box"
      size={14}
      strokeWidth={2}
      role="img"
      aria-label={t(checked === true ? 'task.done' : 'task.open')}
    />
  )
}

const COMPONENTS: Components = {
  input: ({ checked }) => <TaskBox checked={checked} />,
  a: ({ href, children }) => <SafeLink href={href}>{children}</SafeLink>,
  img: ({ src, alt }) => <NamedImage src={src} alt={alt} />,
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  table: ({ children }) => <TableFrame>{children}</TableFrame>,
}
