import { Popover as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { useLayer } from './layer-context.ts'

export interface PopoverProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly label: string
  readonly content: ReactNode
  /** The one button it opens from. */
  readonly children: ReactNode
}

/** A small sheet beside a button. Not modal; Escape and a press outside close it. */
export function Popover({ isOpen, onOpenChange, label, content, children }: PopoverProps) {
  const layer = useLayer()
  return (
    <Primitive.Root open={isOpen} onOpenChange={onOpenChange}>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal container={layer}>
        <Primitive.Content
          className="popover"
          aria-label={label}
          side="top"
          align="end"
          sideOffset={6}
          collisionPadding={8}
        >
          {content}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
