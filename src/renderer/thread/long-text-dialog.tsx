import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../app/copy-button.tsx'
import { languageOf } from '../app/text-language.ts'
import { useErrorText } from '../i18n/error-text.ts'
import { formatBytes } from '../i18n/format.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Copy } from '../ui/icons.ts'
import { Spinner } from '../ui/spinner.tsx'
import { VirtualList } from '../ui/virtual-list.tsx'
import { linesOf } from './long-text-lines.ts'

const SLICE_CHARS = 200_000
const LINE_PX = 20

/** A piece of a text, and how long the whole is. */
export interface TextSlice {
  readonly text: string
  readonly totalChars: number
}

export interface LongTextDialogProps {
  /** Reads a slice of the text. The same function as long as it is the same text. */
  readonly read: (offset: number, limit: number) => Promise<TextSlice>
  readonly title: string
  readonly onClose: () => void
}

/** A whole text of any length: lines are virtualized, slices are read when the reader comes near the end. */
export function LongTextDialog({ read, title, onClose }: LongTextDialogProps) {
  const { t, i18n } = useTranslation(['thread', 'frame'])
  const errorText = useErrorText()
  const [text, setText] = useState('')
  const [totalChars, setTotalChars] = useState<number | null>(null)
  const [wanted, setWanted] = useState(SLICE_CHARS)
  const [error, setError] = useState<unknown>(null)

  useEffect(() => {
    if (text.length >= wanted || (totalChars !== null && text.length >= totalChars)) return
    let isCurrent = true
    read(text.length, SLICE_CHARS).then(
      (slice) => {
        if (!isCurrent) return
        setTotalChars(slice.text === '' ? text.length : slice.totalChars)
        setText(text + slice.text)
      },
      (failure: unknown) => isCurrent && setError(failure),
    )
    return () => {
      isCurrent = false
    }
  }, [read, text, wanted, totalChars])

  const lines = useMemo(() => linesOf(text), [text])
  const onRange = useCallback(
    (_: number, last: number) => {
      if (last >= lines.length - 200) setWanted(text.length + 1)
    },
    [lines.length, text.length],
  )
  const isWhole = totalChars !== null && text.length >= totalChars

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      subtitle={totalChars === null ? undefined : formatBytes(totalChars, i18n.language)}
      closeLabel={t('frame:common.close')}
      size="wizard"
      closesOnScrim
      footer={
        <>
          <span className="grow long-text-state">
            {error === null ? (isWhole ? '' : t('frame:common.loading')) : errorText(error)}
          </span>
          {isWhole ? (
            <CopyButton
              icon={<Copy size={14} strokeWidth={2} aria-hidden="true" />}
              label={t('thread:row.copy')}
              text={() => text}
            />
          ) : null}
          <Button size="large" onClick={onClose}>
            {t('frame:common.close')}
          </Button>
        </>
      }
    >
      {lines.length === 0 && error === null ? (
        <p className="long-text-wait">
          <Spinner /> {t('frame:common.loading')}
        </p>
      ) : (
        <VirtualList
          className="long-text"
          count={lines.length}
          estimatePx={() => LINE_PX}
          overscan={20}
          onRange={onRange}
          outerProps={{ tabIndex: 0, role: 'document', 'aria-label': title, lang: languageOf(text) }}
          renderRow={(line) => <div className="long-text-line">{lines[line] || '\u200b'}</div>}
        />
      )}
    </Dialog>
  )
}
