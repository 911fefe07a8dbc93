import { Tabs as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'

export interface TabsProps<V extends string> {
  readonly value: V
  readonly onChange: (value: V) => void
  readonly label: string
  readonly tabs: readonly { readonly value: V; readonly label: ReactNode; readonly panel: ReactNode }[]
  readonly orientation?: 'horizontal' | 'vertical'
  readonly className?: string
}

/** Panels of which one is shown. Only the shown panel is mounted. */
export function Tabs<V extends string>({
  value,
  onChange,
  label,
  tabs,
  orientation = 'horizontal',
  className = '',
}: TabsProps<V>) {
  return (
    <Primitive.Root
      className={`tabs tabs-${orientation} ${className}`}
      value={value}
      orientation={orientation}
      // Values come from `tabs`, so the string is one of V.
      onValueChange={(next) => onChange(next as V)}
    >
      <Primitive.List className="tabs-list" aria-label={label}>
        {tabs.map((tab) => (
          <Primitive.Trigger key={tab.value} value={tab.value} className="tabs-tab">
            {tab.label}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.value} value={tab.value} className="tabs-panel">
          {tab.panel}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  )
}
