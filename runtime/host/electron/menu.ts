import { type Accelerator, parseAccelerator } from '../accelerator.ts'
import { guardClass } from '../guard.ts'
import { hostState } from '../host-state.ts'
import type { BrowserWindow } from './browser-window.ts'
import { actOnRole, roleDefaults, roleSubmenu } from './menu-roles.ts'

type Options = Electron.MenuItemConstructorOptions

/** One command. Nothing is drawn; `click` and the accelerator work. */
export class MenuItem {
  readonly id: string
  label: string
  sublabel: string
  toolTip: string
  role: Options['role']
  type: NonNullable<Options['type']>
  accelerator: string | undefined
  registerAccelerator: boolean
  enabled: boolean
  visible: boolean
  checked: boolean
  submenu: Menu | undefined
  readonly #click: Options['click']

  constructor(options: Options) {
    const role = options.role ? roleDefaults(options.role) : null
    const submenu = options.submenu ?? (options.role ? roleSubmenu(options.role) : undefined)
    this.id = options.id ?? ''
    this.label = options.label ?? role?.label ?? ''
    this.sublabel = options.sublabel ?? ''
    this.toolTip = options.toolTip ?? ''
    this.role = options.role
    this.type = options.type ?? (submenu ? 'submenu' : 'normal')
    this.accelerator = options.accelerator ?? role?.accelerator
    this.registerAccelerator = options.registerAccelerator ?? true
    this.enabled = options.enabled ?? true
    this.visible = options.visible ?? true
    this.checked = options.checked ?? false
    // A submenu is a template or a menu that was built before.
    this.submenu = Array.isArray(submenu) ? Menu.buildFromTemplate(submenu) : (submenu as Menu | undefined)
    this.#click = options.click
  }

  /** What choosing the command does. */
  click(event: object = {}, window?: BrowserWindow): void {
    if (!this.enabled) return
    if (this.type === 'checkbox') this.checked = !this.checked
    if (this.role && actOnRole(this.role, window)) return
    // The handler's own types are Electron's; these objects stand for them.
    this.#click?.(
      this as unknown as Electron.MenuItem,
      window as unknown as Electron.BaseWindow | undefined,
      event as Electron.KeyboardEvent,
    )
  }
}
guardClass('MenuItem', MenuItem)

let applicationMenu: Menu | null = null

export class Menu {
  readonly items: MenuItem[] = []

  static buildFromTemplate(template: readonly (Options | MenuItem)[]): Menu {
    const menu = new Menu()
    for (const each of template) menu.append(each instanceof MenuItem ? each : new MenuItem(each))
    return menu
  }

  static setApplicationMenu(menu: Menu | null): void {
    applicationMenu = menu
    hostState.events.emit('menu-changed')
  }

  static getApplicationMenu(): Menu | null {
    return applicationMenu
  }

  append(item: MenuItem): void {
    this.items.push(item)
    hostState.events.emit('menu-changed')
  }

  insert(position: number, item: MenuItem): void {
    this.items.splice(position, 0, item)
    hostState.events.emit('menu-changed')
  }

  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id)
      if (found) return found
    }
    return null
  }

  /** Context menus are drawn by the page; a native one does not exist here. */
  popup(options?: { readonly callback?: () => void }): void {
    options?.callback?.()
  }

  closePopup(): void {
    // Never open.
  }
}
guardClass('Menu', Menu)

function* allItems(menu: Menu): Generator<MenuItem> {
  for (const item of menu.items) {
    yield item
    if (item.submenu) yield* allItems(item.submenu)
  }
}

/** The application menu's shortcuts; `id` finds the item again. */
export function menuAccelerators(): readonly (Accelerator & { readonly id: number })[] {
  return [...(applicationMenu ? allItems(applicationMenu) : [])].flatMap((item, id) => {
    if (!item.accelerator || !item.registerAccelerator || !item.enabled || !item.visible) return []
    const accelerator = parseAccelerator(item.accelerator)
    return accelerator ? [{ ...accelerator, id }] : []
  })
}

/** Acts as if the shortcut with this number of `menuAccelerators` had chosen its item. */
export function chooseMenuItem(id: number, window: BrowserWindow): void {
  const item = applicationMenu ? [...allItems(applicationMenu)][id] : undefined
  item?.click({ triggeredByAccelerator: true }, window)
}
