import { memo, useMemo } from 'react'
import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import type { RetainedFact } from '../../shared/compact/retention.ts'
import { linkLinesPlugin } from './link-lines-plugin.ts'
import { markFactsPlugin } from './mark-facts-plugin.ts'
import { markWordsPlugin, type WordKind } from './mark-words-plugin.ts'

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

/** The button behind a linked line; the plugin made it, and its number says which link it is. */
function withLinks(links: readonly LineLink[]): Components {
  return {
    ...COMPONENTS,
    button: ({ value }) => {
      const link = links[Number(value)]
      return link === undefined ? null : (
        <button type="button" className="cc-turn" onClick={link.onFollow}>
          {link.label}
        </button>
      )
    },
  }
}

export interface SectionTextProps {
  readonly text: string
  /** Facts to underline in the text. */
  readonly facts?: readonly RetainedFact[]
  /** Kinds of words to point out besides. */
  readonly kinds?: ReadonlySet<WordKind> | undefined
  /** Sentences with what they are linked to. */
  readonly links?: readonly LineLink[] | undefined
}

/** A line of the text that is linked with a message. */
export interface LineLink {
  readonly line: number
  readonly label: string
  readonly isShown: boolean
  readonly onFollow: () => void
}

export const SectionText = memo(function SectionText({ text, facts, kinds, links }: SectionTextProps) {
  const rehype = useMemo(
    () => [
      ...(links === undefined ? [] : [linkLinesPlugin(links)]),
      ...(facts === undefined ? [] : [markFactsPlugin(facts)]),
      ...(kinds === undefined || kinds.size === 0 ? [] : [markWordsPlugin(kinds)]),
    ],
    [facts, kinds, links],
  )
  const components = useMemo(() => (links === undefined ? COMPONENTS : withLinks(links)), [links])
  return (
    <Markdown remarkPlugins={PLUGINS} rehypePlugins={rehype} components={components}>
      {text}
    </Markdown>
  )
})
