import { memo, useMemo } from 'react'
import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import type { RetainedFact } from '../../shared/compact/retention.ts'
import { markFactsPlugin } from './mark-facts-plugin.ts'

/**
 * Text of a checkpoint as a person reads it. No raw HTML, no pictures, and addresses stand as text: a
 * summary may have been written by a model.
 */
const COMPONENTS: Components = {
  p: ({ children }) => <p className="wz-lines">{children}</p>,
  a: ({ children }) => <span className="wz-address">{children}</span>,
  img: ({ alt }) => <span>{alt ?? ''}</span>,
  h1: ({ children }) => <p className="wz-strong">{children}</p>,
  h2: ({ children }) => <p className="wz-strong">{children}</p>,
  h3: ({ children }) => <p className="wz-strong">{children}</p>,
  h4: ({ children }) => <p className="wz-strong">{children}</p>,
  input: ({ checked }) => <span className="mono">{checked === true ? '[x] ' : '[ ] '}</span>,
}
const PLUGINS = [remarkGfm]

export interface SectionTextProps {
  readonly text: string
  /** Facts to underline in the text. */
  readonly facts?: readonly RetainedFact[]
}

export const SectionText = memo(function SectionText({ text, facts }: SectionTextProps) {
  const rehype = useMemo(() => (facts === undefined ? [] : [markFactsPlugin(facts)]), [facts])
  return (
    <Markdown remarkPlugins={PLUGINS} rehypePlugins={rehype} components={COMPONENTS}>
      {text}
    </Markdown>
  )
})
