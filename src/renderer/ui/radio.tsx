import { type ReactNode, useId } from 'react'

export interface RadioGroupProps<V extends string> {
  readonly label: string
  readonly value: V
  readonly onChange: (value: V) => void
  readonly options: readonly {
    readonly value: V
    readonly label: ReactNode
    readonly hint?: ReactNode
    /** Right-aligned facts of the choice: cost, time, passes. */
    readonly aside?: ReactNode
    readonly isDisabled?: boolean
  }[]
  readonly className?: string
}

/** A choice of one among rows, each with its facts at the right. */
export function RadioGroup<V extends string>({
  label,
  value,
  onChange,
  options,
  className = '',
}: RadioGroupProps<V>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={`radio-group ${className}`}>
      {options.map((option) => (
        <label
          key={option.value}
          className={`choice radio-row ${option.value === value ? 'is-selected' : ''}`}
        >
          <span className="choice-box choice-round">
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              disabled={option.isDisabled === true}
              onChange={() => onChange(option.value)}
            />
          </span>
          <span className="choice-words">
            <span>{option.label}</span>
            {option.hint === undefined ? null : <span className="choice-hint">{option.hint}</span>}
          </span>
          {option.aside === undefined ? null : <span className="radio-aside">{option.aside}</span>}
        </label>
      ))}
    </div>
  )
}
