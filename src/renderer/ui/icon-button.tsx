import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Tooltip } from './tooltip.tsx'

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  /** Its name, also shown as a tooltip. */
  readonly label: string
  readonly icon: ReactNode
  readonly isOn?: boolean
  /** Keys shown in the tooltip, e.g. `Ctrl B`. */
  readonly keys?: string
  readonly hasTooltip?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

/** A square button with an icon only. */
export function IconButton({
  label,
  icon,
  isOn,
  keys,
  hasTooltip = true,
  className = '',
  ...rest
}: IconButtonProps) {
  const button = (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isOn}
      {...rest}
      className={`icon-button ${isOn === true ? 'is-on' : ''} ${className}`}
    >
      {icon}
    </button>
  )
  if (!hasTooltip) return button
  return (
    <Tooltip text={label} keys={keys}>
      {button}
    </Tooltip>
  )
}
