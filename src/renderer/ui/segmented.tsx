import { ToggleGroup } from 'radix-ui'
import type { ReactNode } from 'react'

export interface SegmentedProps<V extends string> {
  readonly label: string
  readonly value: V
  readonly onChange: (value: V) => void
  readonly options: readonly { readonly value: V; readonly label: ReactNode; readonly isDisabled?: boolean }[]
  readonly className?: string
}

/** A choice of one among a few, side by side. Arrow keys move, announced as radio buttons. */
export function Segmented<V extends string>({
  label,
  value,
  onChange,
  options,
  className = '',
}: SegmentedProps<V>) {
  return (
    <ToggleGroup.Root
      type="single"
      className={`segmented ${className}`}
      aria-label={label}
      value={value}
      onValueChange={(next) => {
        // An empty string means "the pressed one again"; one choice always stays. Others come from `options`.
        if (next !== '') onChange(next as V)
      }}
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          disabled={option.isDisabled === true}
          className="segmented-item"
        >
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
