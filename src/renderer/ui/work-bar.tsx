export interface WorkBarProps {
  readonly label: string
  /** From 0 to 1. */
  readonly share: number
}

/** How far a work has come. Words stand beside it: the bar alone says nothing. */
export function WorkBar({ label, share }: WorkBarProps) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100)
  return (
    <div
      className="work-bar"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span style={{ transform: `scaleX(${percent / 100})` }} />
    </div>
  )
}
