import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary` is the one filled button of its layer. */
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger'
  readonly size?: 'small' | 'normal' | 'large'
  readonly icon?: ReactNode
  readonly ref?: Ref<HTMLButtonElement>
}

/**
 * A button with words. `disabled` keeps it focusable through `aria-disabled`, so that the reason beside it
 * can be reached with the keyboard; clicks are swallowed.
 */
export function Button({
  kind = 'plain',
  size = 'normal',
  icon,
  className = '',
  disabled = false,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={disabled || undefined}
      className={`button button-${kind} button-${size} ${className}`}
      onClick={(event) => {
        if (disabled) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {icon}
      {children}
    </button>
  )
}
