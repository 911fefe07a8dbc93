import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TextPlace } from '../../../shared/ipc/thread.ts'
import type { RowPart, TextBody } from '../../../shared/thread/row.ts'
import { Markdown } from '../../app/markdown.tsx'
import { languageOf } from '../../app/text-language.ts'
import { formatBytes } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { ChevronRight, ImageOff } from '../../ui/icons.ts'
import { useThread } from '../thread-context.ts'

export interface ShowAllProps {
  readonly body: TextBody
  readonly place: TextPlace
  readonly title: string
}

/** The way to the rest of a text that was cut for the view. */
export function ShowAll({ body, place, title }: ShowAllProps) {
  const { t, i18n } = useTranslation('thread')
  const { showText } = useThread()
  if (!body.isCut) return null
  return (
    <Button size="small" className="show-all" onClick={() => showText(place, title)}>
      {t('row.showAll', { size: formatBytes(body.totalChars, i18n.language) })}
    </Button>
  )
}

/** Text as it was printed: tool output, arguments. */
export function PlainText({
  text,
  isFailed = false,
}: {
  readonly text: string
  readonly isFailed?: boolean
}) {
  return (
    <pre className={`plain-text ${isFailed ? 'is-failed' : ''}`} lang={languageOf(text)}>
      {text}
    </pre>
  )
}

/** A thumbnail. The bytes come by address when it is near the view; a click enlarges. */
export function Picture({ image }: { readonly image: Extract<RowPart, { kind: 'image' }> }) {
  const { t, i18n } = useTranslation('thread')
  const { showImage } = useThread()
  const [hasFailed, setHasFailed] = useState(false)
  const size = formatBytes(image.bytes, i18n.language)
  if (hasFailed) return <MissingPicture text={t('image.failed')} />
  return (
    <button
      type="button"
      className="picture"
      aria-label={t('image.enlarge', { size })}
      onClick={() => showImage(image)}
    >
      <img
        src={image.url}
        alt={t('image.alt', { type: image.mimeType, size })}
        loading="lazy"
        decoding="async"
        onError={() => setHasFailed(true)}
      />
    </button>
  )
}

export function MissingPicture({ text }: { readonly text: string }) {
  return (
    <span className="missing-picture">
      <ImageOff size={14} strokeWidth={2} aria-hidden="true" />
      {text}
    </span>
  )
}

export interface PartsProps {
  readonly index: number
  readonly parts: readonly RowPart[]
  readonly title: string
}

/** The pieces of a message in their order: Markdown, pictures, blocks of unknown kind. */
export function Parts({ index, parts, title }: PartsProps) {
  const { t } = useTranslation('thread')
  return parts.map((part, at) => {
    // Parts have no ids and never change their order.
    const key = `${index}-${at}`
    if (part.kind === 'text')
      return (
        <div key={key} className="part">
          <Markdown text={part.body.text} />
          <ShowAll body={part.body} place={{ kind: 'part', index, part: at }} title={title} />
        </div>
      )
    if (part.kind === 'image') return <Picture key={key} image={part} />
    if (part.kind === 'missing-image') return <MissingPicture key={key} text={t('image.missing')} />
    return (
      <details key={key} className="other-part">
        <summary>
          <ChevronRight size={14} strokeWidth={2} aria-hidden="true" />
          {t('row.other', { type: part.type })}
        </summary>
        <PlainText text={part.body.text} />
        <ShowAll body={part.body} place={{ kind: 'part', index, part: at }} title={part.type} />
      </details>
    )
  })
}
