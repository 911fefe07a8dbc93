import { Minus, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'

export interface StepperProps {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly onChange: (value: number) => void
  readonly lessLabel: string
  readonly moreLabel: string
  /** Told of a typed number outside the bounds, which was not taken; null = the number is taken as it is. */
  readonly onOutside?: (asked: number | null) => void
}

/** A whole number between bounds: buttons, arrow keys, Page keys, or typed and confirmed by leaving. */
export function Stepper(props: StepperProps) {
  const { label, value, min, max, onChange, lessLabel, moreLabel, onOutside } = props
  const [typed, setTyped] = useState(String(value))
  useEffect(() => setTyped(String(value)), [value])

  function set(next: number) {
    const bounded = Math.min(max, Math.max(min, next))
    setTyped(String(bounded))
    onOutside?.(null)
    if (bounded !== value) onChange(bounded)
  }

  function accept() {
    const parsed = Number.parseInt(typed, 10)
    if (Number.isNaN(parsed)) setTyped(String(value))
    else {
      set(parsed)
      if (parsed < min || parsed > max) onOutside?.(parsed)
    }
  }

  return (
    <span className="stepper">
      <button type="button" aria-label={lessLabel} disabled={value <= min} onClick={() => set(value - 1)}>
        <Minus size={14} strokeWidth={2} aria-hidden="true" />
      </button>
      <input
        role="spinbutton"
        inputMode="numeric"
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={min}
        aria-valuemax={max}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value.replace(/\D/g, ''))}
        onBlur={accept}
        onKeyDown={(event) => {
          const steps: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }
          const step = steps[event.key]
          if (step !== undefined) {
            event.preventDefault()
            set(value + step)
          } else if (event.key === 'Home' && event.ctrlKey) set(min)
          else if (event.key === 'End' && event.ctrlKey) set(max)
          else if (event.key === 'Enter' && !event.nativeEvent.isComposing) accept()
        }}
      />
      <button type="button" aria-label={moreLabel} disabled={value >= max} onClick={() => set(value + 1)}>
        <Plus size={14} strokeWidth={2} aria-hidden="true" />
      </button>
    </span>
  )
}
