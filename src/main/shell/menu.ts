import type { MenuItemConstructorOptions } from 'electron'
import { type CommandId, chordOf } from '../../shared/shortcuts.ts'

/** Texts of the native menu, in the language of the page. */
export interface MenuTexts {
  readonly file: string
  readonly edit: string
  readonly view: string
  readonly thread: string
  readonly window: string
  readonly commands: { readonly [K in MenuCommand]: string }
}

/** Commands that the menu repeats. Every one is reachable in the page as well. */
export type MenuCommand = Extract<
  CommandId,
  | 'new-thread'
  | 'open-file'
  | 'open-folder'
  | 'settings'
  | 'close-tab'
  | 'reopen-tab'
  | 'compact'
  | 'next-view'
  | 'toggle-sidebar'
>

/**
 * The native menu: roles of the system, and commands of the one shortcut table that are sent to the page.
 * The chords are shown but not taken by the menu, since the page owns its keys (and an input method may need
 * them first).
 */
export function menuTemplate(
  texts: MenuTexts,
  isMac: boolean,
  send: (command: CommandId) => void,
): MenuItemConstructorOptions[] {
  const item = (command: MenuCommand): MenuItemConstructorOptions => {
    const accelerator = toAccelerator(chordOf(command))
    return {
      id: command,
      label: texts.commands[command],
      ...(accelerator === null ? {} : { accelerator, registerAccelerator: false }),
      click: () => send(command),
    }
  }
  const line: MenuItemConstructorOptions = { type: 'separator' }
  const file: MenuItemConstructorOptions[] = [
    item('new-thread'),
    item('open-file'),
    item('open-folder'),
    line,
    item('close-tab'),
    item('reopen-tab'),
    ...(isMac ? [] : [line, item('settings'), line, { role: 'quit' } as const]),
  ]
  return [
    ...(isMac ? [appMenu(item('settings'))] : []),
    { label: texts.file, submenu: file },
    { label: texts.edit, role: 'editMenu' },
    {
      label: texts.view,
      submenu: [
        item('toggle-sidebar'),
        item('next-view'),
        line,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        line,
        { role: 'togglefullscreen' },
      ],
    },
    { label: texts.thread, submenu: [item('compact')] },
    // Elsewhere the system's window menu would close the window with the keys that close a tab.
    isMac
      ? { label: texts.window, role: 'windowMenu' }
      : { label: texts.window, submenu: [{ role: 'minimize' }] },
  ]
}

function appMenu(settings: MenuItemConstructorOptions): MenuItemConstructorOptions {
  const line: MenuItemConstructorOptions = { type: 'separator' }
  return {
    role: 'appMenu',
    submenu: [
      { role: 'about' },
      line,
      settings,
      line,
      { role: 'services' },
      line,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      line,
      { role: 'quit' },
    ],
  }
}

/** Electron's spelling of a chord. */
function toAccelerator(chord: string | null): string | null {
  return chord === null ? null : chord.replace('Mod', 'CmdOrCtrl').replace('Arrow', '')
}
