import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../ui/field.tsx'
import { isSubmitKey } from '../ui/is-submit-key.ts'

export interface NumberFieldProps {
  readonly label: string
  readonly value: number
  readonly least: number
  readonly most: number
  readonly onChange: (value: number) => void
  readonly hint?: string
}

/** A whole number. It is applied on Enter or when the field is left; a bad one stays there with the reason. */
export function NumberField({ label, value, least, most, onChange, hint }: NumberFieldProps) {
  const { t } = useTranslation('settings')
  const [typed, setTyped] = useState(String(value))
  const [isBad, setIsBad] = useState(false)
  useEffect(() => {
    setTyped(String(value))
    setIsBad(false)
  }, [value])
  function accept() {
    const number = /^\d+$/.test(typed.trim()) ? Number(typed.trim()) : Number.NaN
    const fits = number >= least && number <= most
    setIsBad(!fits)
    if (fits && number !== value) onChange(number)
  }
  // Escape closes the dialog while the field has the focus: nothing leaves it then.
  const acceptTyped = useRef(accept)
  acceptTyped.current = accept
  useEffect(() => () => acceptTyped.current(), [])
  return (
    <TextField
      className="st-number"
      label={label}
      inputMode="numeric"
      value={typed}
      problem={isBad ? t('compaction.number', { least, most }) : null}
      {...(hint === undefined ? {} : { hint })}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={accept}
      onKeyDown={(event) => {
        if (isSubmitKey(event)) accept()
      }}
    />
  )
}
