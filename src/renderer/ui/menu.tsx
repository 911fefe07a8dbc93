import { ContextMenu as Context, DropdownMenu as Dropdown } from 'radix-ui'
import type { ReactNode } from 'react'
import { useLayer } from './layer-context.ts'

/** One line of a menu. A disabled line says why in `reason` and stays reachable by arrow keys. */
export type MenuItem =
  | {
      readonly kind: 'action'
      readonly label: string
      readonly icon?: ReactNode
      readonly keys?: string
      readonly isDanger?: boolean
      readonly reason?: string | null
      readonly onSelect: () => void
    }
  | { readonly kind: 'separator'; readonly id: string }
  /** A line to read, set off from the rest; it cannot be chosen. */
  | { readonly kind: 'note'; readonly text: string }

export interface MenuProps {
  readonly items: readonly MenuItem[]
  readonly label?: string
  readonly children: ReactNode
  readonly align?: 'start' | 'end'
  readonly isOpen?: boolean
  readonly onOpenChange?: (isOpen: boolean) => void
}

function MenuBody({ item }: { readonly item: Extract<MenuItem, { kind: 'action' }> }) {
  const hasReason = item.reason !== undefined && item.reason !== null
  return (
    <>
      <span className="menu-icon" aria-hidden="true">
        {item.icon}
      </span>
      <span className="menu-words">
        <span>{item.label}</span>
        {hasReason ? <span className="menu-reason">{item.reason}</span> : null}
      </span>
      {item.keys === undefined ? null : <kbd className="menu-keys">{item.keys}</kbd>}
    </>
  )
}

function itemClass(item: Extract<MenuItem, { kind: 'action' }>): string {
  const hasReason = item.reason !== undefined && item.reason !== null
  return `menu-item ${item.isDanger === true ? 'is-danger' : ''} ${hasReason ? 'is-disabled' : ''}`
}

function choose(event: Event, item: Extract<MenuItem, { kind: 'action' }>) {
  if (item.reason !== undefined && item.reason !== null) event.preventDefault()
  else item.onSelect()
}

/** A menu that opens from its child, which must be one button. Non-modal: it injects no styles. */
export function Menu({ items, label, children, align = 'end', isOpen, onOpenChange }: MenuProps) {
  const layer = useLayer()
  return (
    <Dropdown.Root
      modal={false}
      {...(isOpen === undefined ? {} : { open: isOpen })}
      {...(onOpenChange === undefined ? {} : { onOpenChange })}
    >
      <Dropdown.Trigger asChild>{children}</Dropdown.Trigger>
      <Dropdown.Portal container={layer}>
        <Dropdown.Content
          className="menu"
          align={align}
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          loop
        >
          {items.map((item) =>
            item.kind === 'note' ? (
              <Dropdown.Label key={item.text} className="menu-note">
                {item.text}
              </Dropdown.Label>
            ) : item.kind === 'separator' ? (
              <Dropdown.Separator key={item.id} className="menu-separator" />
            ) : (
              <Dropdown.Item
                key={item.label}
                className={itemClass(item)}
                aria-disabled={item.reason ? true : undefined}
                onSelect={(event) => choose(event, item)}
              >
                <MenuBody item={item} />
              </Dropdown.Item>
            ),
          )}
        </Dropdown.Content>
      </Dropdown.Portal>
    </Dropdown.Root>
  )
}

export interface ContextMenuProps {
  readonly items: readonly MenuItem[]
  readonly children: ReactNode
}

/** The same menu on right click, the menu key and Shift+F10. */
export function ContextMenu({ items, children }: ContextMenuProps) {
  const layer = useLayer()
  return (
    <Context.Root modal={false}>
      <Context.Trigger asChild>{children}</Context.Trigger>
      <Context.Portal container={layer}>
        <Context.Content className="menu" collisionPadding={8} loop>
          {items.map((item) =>
            item.kind === 'note' ? (
              <Context.Label key={item.text} className="menu-note">
                {item.text}
              </Context.Label>
            ) : item.kind === 'separator' ? (
              <Context.Separator key={item.id} className="menu-separator" />
            ) : (
              <Context.Item
                key={item.label}
                className={itemClass(item)}
                aria-disabled={item.reason ? true : undefined}
                onSelect={(event) => choose(event, item)}
              >
                <MenuBody item={item} />
              </Context.Item>
            ),
          )}
        </Context.Content>
      </Context.Portal>
    </Context.Root>
  )
}
