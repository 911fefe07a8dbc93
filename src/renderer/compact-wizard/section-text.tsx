import { memo } from 'react'
import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'

/**
 * Text of a checkpoint as a person reads it. No raw HTML, no pictures, and addresses stand as text: a
 * summary may have been written by a model.
 */
const COMPONENTS: Components = {
  a: ({ children }) => <span className="wz-address">{children}</span>,
  img: ({ alt }) => <span>{alt ?? ''}</span>,
  h1: ({ children }) => <p className="wz-strong">{children}</p>,
  h2: ({ children }) => <p className="wz-strong">{children}</p>,
  h3: ({ children }) => <p className="wz-strong">{children}</p>,
  h4: ({ children }) => <p className="wz-strong">{children}</p>,
  input: ({ checked }) => <span className="mono">{checked === true ? '[x] ' : '[ ] '}</span>,
}
const PLUGINS = [remarkGfm]

export const SectionText = memo(function SectionText({ text }: { readonly text: string }) {
  return (
    <Markdown remarkPlugins={PLUGINS} components={COMPONENTS}>
      {text}
    </Markdown>
  )
})
