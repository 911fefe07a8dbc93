import type { ReactNode, Ref, UIEventHandler } from 'react'

export interface ScrollRegionProps {
  readonly label: string
  readonly className: string
  readonly ref?: Ref<HTMLElement>
  readonly onScroll?: UIEventHandler<HTMLElement>
  readonly children: ReactNode
}

/** A named part that scrolls by itself, also with the keyboard alone. */
export function ScrollRegion({ label, children, ...rest }: ScrollRegionProps) {
  return (
    <section
      {...rest}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll only what can be focused.
      tabIndex={0}
    >
      {children}
    </section>
  )
}
