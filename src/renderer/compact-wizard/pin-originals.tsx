import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toErrorValue } from '../../shared/ipc/errors.ts'
import { useClient } from '../app/client-context.ts'
import { useErrorText } from '../i18n/error-text.ts'
import { formatTokens } from '../i18n/format.ts'

export interface PinOriginals {
  /** Messages that were pinned here, with what each costs. */
  readonly tokens: ReadonlyMap<number, number>
  readonly error: unknown
  pin(index: number): Promise<void>
}

/** Pins messages instead of telling of them in the summary: they then stay word for word behind the checkpoint. */
export function usePinOriginals(thread: string): PinOriginals {
  const client = useClient()
  const [tokens, setTokens] = useState<ReadonlyMap<number, number>>(new Map())
  const [error, setError] = useState<unknown>(null)
  return {
    tokens,
    error,
    async pin(index) {
      try {
        const marks = await client.request('mark.set', { thread, index, kind: 'pin', isOn: true })
        const mark = marks.find((one) => one.kind === 'pin' && one.index === index)
        setError(null)
        setTokens((before) => new Map(before).set(index, mark?.tokens ?? 0))
      } catch (thrown) {
        setError(toErrorValue(thrown))
      }
    },
  }
}

/** What pinning adds to the request, or why it could not be done. */
export function PinNotes({ pins }: { readonly pins: PinOriginals }) {
  const { t } = useTranslation('wizard')
  const errorText = useErrorText()
  const sum = [...pins.tokens.values()].reduce((total, tokens) => total + tokens, 0)
  return (
    <div aria-live="polite">
      {pins.tokens.size === 0 ? null : (
        <p className="wz-meta wz-report-note">
          {t('missing.pinned', { count: pins.tokens.size, tokens: formatTokens(sum) })}
        </p>
      )}
      {pins.error === null ? null : <p className="wz-meta wz-report-note">{errorText(pins.error)}</p>}
    </div>
  )
}
