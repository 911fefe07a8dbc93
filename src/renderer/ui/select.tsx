import { ChevronDown } from 'lucide-react'

export interface SelectProps<V extends string> {
  readonly label: string
  readonly value: V
  readonly onChange: (value: V) => void
  readonly options: readonly { readonly value: V; readonly label: string; readonly isDisabled?: boolean }[]
  readonly id?: string
  readonly className?: string
  readonly isDisabled?: boolean
  /** Id of what says why it is so. */
  readonly describedBy?: string
}

/** The system's own select: its list follows the platform, and it needs no injected styles. */
export function Select<V extends string>({
  label,
  value,
  onChange,
  options,
  id,
  className = '',
  isDisabled = false,
  describedBy,
}: SelectProps<V>) {
  return (
    <span className={`select ${className}`}>
      <select
        id={id}
        aria-label={label}
        aria-describedby={describedBy}
        disabled={isDisabled}
        value={value}
        // Options carry values of V only.
        onChange={(event) => onChange(event.currentTarget.value as V)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.isDisabled === true}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown size={14} strokeWidth={2} aria-hidden="true" />
    </span>
  )
}
