import { Check } from 'lucide-react'

export interface StepListProps {
  readonly label: string
  /** Names in order. */
  readonly steps: readonly string[]
  /** Position of the step the person is at. */
  readonly now: number
  /** Said of a step that lies behind. */
  readonly doneLabel: string
}

/** Where in a dialog of several steps the person is. */
export function StepList({ label, steps, now, doneLabel }: StepListProps) {
  return (
    <ol className="step-list" aria-label={label}>
      {steps.map((name, at) => (
        <li
          key={name}
          className={at === now ? 'is-now' : at < now ? 'is-done' : ''}
          aria-current={at === now ? 'step' : undefined}
        >
          <span className="step-list-number" aria-hidden="true">
            {at < now ? <Check size={12} strokeWidth={2} /> : at + 1}
          </span>
          <span className="step-list-name">{name}</span>
          {at < now ? <span className="visually-hidden">{doneLabel}</span> : null}
        </li>
      ))}
    </ol>
  )
}
