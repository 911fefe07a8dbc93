import { Tooltip as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { useLayer } from './layer-context.ts'

/** Shares one delay among all tooltips. Stands once, around the app. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Primitive.Provider delayDuration={500} skipDelayDuration={200}>
      {children}
    </Primitive.Provider>
  )
}

export interface TooltipProps {
  readonly text: string
  readonly keys?: string | undefined
  readonly side?: 'top' | 'bottom' | 'left' | 'right'
  readonly children: ReactNode
}

/** A name or a reason that appears on hover and focus. */
export function Tooltip({ text, keys, side = 'bottom', children }: TooltipProps) {
  const layer = useLayer()
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal container={layer}>
        <Primitive.Content className="tooltip" side={side} sideOffset={4} collisionPadding={8}>
          {text}
          {keys === undefined ? null : <kbd className="kbd">{keys}</kbd>}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
