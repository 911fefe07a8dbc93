import { Button } from '../../ui/button.tsx'
import { ChevronDown, ChevronUp } from '../../ui/icons.ts'

export interface FoldButtonProps {
  readonly isOpen: boolean
  /** Id of what it opens. */
  readonly controls: string
  readonly label: string
  readonly onToggle: (isOpen: boolean) => void
}

/** Opens and closes what stands below it. */
export function FoldButton({ isOpen, controls, label, onToggle }: FoldButtonProps) {
  const Chevron = isOpen ? ChevronUp : ChevronDown
  return (
    <Button
      kind="quiet"
      size="small"
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      icon={<Chevron size={14} strokeWidth={2} aria-hidden="true" />}
      onClick={() => onToggle(!isOpen)}
    >
      {label}
    </Button>
  )
}
