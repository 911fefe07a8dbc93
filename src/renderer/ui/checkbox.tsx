import { Check } from 'lucide-react'
import type { ReactNode } from 'react'

export interface CheckboxProps {
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly isDisabled?: boolean
}

/** A native checkbox in the design's dress. */
export function Checkbox({ isChecked, onChange, label, hint, isDisabled = false }: CheckboxProps) {
  return (
    <label className="choice">
      <span className="choice-box">
        <input
          type="checkbox"
          checked={isChecked}
          disabled={isDisabled}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <Check className="choice-tick" size={12} strokeWidth={3} aria-hidden="true" />
      </span>
      <span className="choice-words">
        <span>{label}</span>
        {hint === undefined ? null : <span className="choice-hint">{hint}</span>}
      </span>
    </label>
  )
}
