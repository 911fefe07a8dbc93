import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isComposing } from '../ui/is-submit-key.ts'

export interface CardEditorProps {
  readonly section: string
  readonly text: string
  /** Sent when the field loses focus and when the editor closes, so that Apply never misses a line. */
  readonly onCommit: (text: string) => void
  readonly onDone: () => void
  /** Told with every letter, where that costs nothing. */
  readonly onInput?: ((text: string) => void) | undefined
}

/** A section as Markdown. Ctrl+Enter or Escape ends editing and keeps the text. */
export function CardEditor({ section, text, onCommit, onDone, onInput }: CardEditorProps) {
  const { t } = useTranslation('wizard')
  const [value, setValue] = useState(text)
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()

  useEffect(() => setValue(text), [text])
  useEffect(() => {
    const target = field.current
    if (target === null) return
    target.focus()
    target.setSelectionRange(target.value.length, target.value.length)
  }, [])

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isComposing(event)) {
      // Escape and Enter belong to the input method now; the dialog must not see them.
      if (event.key === 'Escape') event.stopPropagation()
      return
    }
    const isDone = event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
    if (!isDone) return
    event.preventDefault()
    event.stopPropagation()
    onCommit(value)
    onDone()
  }

  return (
    <div className="wz-editor">
      <div className="wz-editor-mirror" aria-hidden="true">{`${value}\n`}</div>
      <textarea
        ref={field}
        id={id}
        aria-label={t('card.editor', { section })}
        value={value}
        spellCheck={false}
        onChange={(event) => {
          setValue(event.currentTarget.value)
          onInput?.(event.currentTarget.value)
        }}
        onBlur={() => onCommit(value)}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}
