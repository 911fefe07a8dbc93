import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../ui/field.tsx'

export interface TemplateFieldProps {
  readonly label: string
  readonly hint: string
  /** What the address must hold: its value is put in its place. */
  readonly placeholder: '{query}' | '{url}'
  readonly value: string
  readonly onChange: (value: string) => void
}

/** An https address with a place in it. Applied when the field is left; a bad one stays there with the reason. */
export function TemplateField({ label, hint, placeholder, value, onChange }: TemplateFieldProps) {
  const { t } = useTranslation('settings')
  const [typed, setTyped] = useState(value)
  const [isBad, setIsBad] = useState(false)
  useEffect(() => setTyped(value), [value])
  function accept() {
    const next = typed.trim()
    const isWhole = placeholder === '{url}' && next === placeholder
    const fits = next === '' || isWhole || (next.startsWith('https://') && next.includes(placeholder))
    setIsBad(!fits)
    if (fits && next !== value) onChange(next)
  }
  // Escape closes the dialog while the field has the focus: nothing leaves it then.
  const acceptTyped = useRef(accept)
  acceptTyped.current = accept
  useEffect(() => () => acceptTyped.current(), [])
  return (
    <TextField
      label={label}
      hint={hint}
      inputMode="url"
      value={typed}
      problem={isBad ? t('agent.badTemplate', { placeholder }) : null}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={accept}
    />
  )
}
