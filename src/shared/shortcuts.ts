/**
 * Everything a shortcut or a menu can start; the page owns what each command does. Main sends one more,
 * `open-thread`, with the path of a file named on the command line.
 */
export type CommandId =
  | 'new-thread'
  | 'open-file'
  | 'open-folder'
  | 'settings'
  | 'find'
  | 'search'
  | 'close-tab'
  | 'reopen-tab'
  | 'next-tab'
  | 'previous-tab'
  | 'go-to-tab'
  | 'compact'
  | 'next-view'
  | 'undo-checkpoint'
  | 'composer'
  | 'stop'
  | 'dock-context'
  | 'dock-checkpoints'
  | 'dock-pins'
  | 'dock-activity'
  | 'toggle-sidebar'
  | 'next-region'
  | 'shortcuts'
  | 'previous-prompt'
  | 'next-prompt'
  | 'previous-row'
  | 'next-row'
  | 'row-pin'
  | 'row-exclude'
  | 'row-star'
  | 'row-fork'
  | 'row-menu'

/** Where a shortcut works: everywhere, or only while the focus is in the transcript. */
export type ShortcutScope = 'app' | 'transcript'

/** One line of the table. `Mod` is Ctrl, on macOS Cmd. The first chord is the one that menus show. */
export interface Shortcut {
  readonly command: CommandId
  readonly chords: readonly string[]
  /** In place of `chords` on macOS, where Option writes letters. */
  readonly macChords?: readonly string[]
  readonly scope: ShortcutScope
}

/** The chords of a command on this system. */
export function chordsOn(shortcut: Shortcut, isMac: boolean): readonly string[] {
  return isMac ? (shortcut.macChords ?? shortcut.chords) : shortcut.chords
}

function app(command: CommandId, ...chords: readonly string[]): Shortcut {
  return { command, chords, scope: 'app' }
}

function dock(command: CommandId, digit: number): Shortcut {
  return { command, chords: [`Alt+${digit}`], macChords: [`Ctrl+${digit}`], scope: 'app' }
}

function transcript(command: CommandId, ...chords: readonly string[]): Shortcut {
  return { command, chords, scope: 'transcript' }
}

/**
 * The one table (screens.md section 15): it fills the native menu, the page's key handling and the help
 * sheet. No chord uses Ctrl+Alt, which is AltGr on many keyboards.
 */
export const SHORTCUTS: readonly Shortcut[] = [
  app('new-thread', 'Mod+N'),
  app('open-folder', 'Mod+O'),
  app('open-file', 'Mod+Shift+O'),
  app('settings', 'Mod+,'),
  app('find', 'Mod+F'),
  app('search', 'Mod+Shift+F', 'Mod+J'),
  app('close-tab', 'Mod+W'),
  app('reopen-tab', 'Mod+Shift+T'),
  app('next-tab', 'Ctrl+Tab', 'Ctrl+PageDown'),
  app('previous-tab', 'Ctrl+Shift+Tab', 'Ctrl+PageUp'),
  app('go-to-tab', ...Array.from({ length: 9 }, (_, n) => `Mod+${n + 1}`)),
  app('compact', 'Mod+Shift+K'),
  app('next-view', 'Mod+Shift+M'),
  app('undo-checkpoint', 'Mod+Shift+Y'),
  app('composer', 'Mod+L'),
  app('stop', 'Mod+.'),
  dock('dock-context', 1),
  dock('dock-checkpoints', 2),
  dock('dock-pins', 3),
  dock('dock-activity', 4),
  app('toggle-sidebar', 'Mod+B'),
  app('next-region', 'F6'),
  app('shortcuts', 'Mod+/'),
  transcript('previous-prompt', 'Alt+ArrowUp'),
  transcript('next-prompt', 'Alt+ArrowDown'),
  transcript('next-row', 'J'),
  transcript('previous-row', 'K'),
  transcript('row-pin', 'P'),
  transcript('row-exclude', 'X'),
  transcript('row-star', 'S'),
  transcript('row-fork', 'F'),
  transcript('row-menu', 'Shift+F10', 'ContextMenu'),
]

/** The part of a keyboard event that a chord is compared with. */
export interface KeyPress {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly isComposing: boolean
  readonly keyCode: number
}

/** A command that a key press asks for; `argument` is the tab's number (`1` to `9`) for `go-to-tab`. */
export interface ShortcutMatch {
  readonly command: CommandId
  readonly argument: string | null
}

interface Chord {
  readonly key: string
  readonly mod: boolean
  readonly ctrl: boolean
  readonly alt: boolean
  readonly shift: boolean
}

function readChord(text: string): Chord {
  const names = text.split('+')
  const key = names.pop() ?? ''
  return {
    key,
    mod: names.includes('Mod'),
    ctrl: names.includes('Ctrl'),
    alt: names.includes('Alt'),
    shift: names.includes('Shift'),
  }
}

function isPressed(chord: Chord, press: KeyPress, isMac: boolean): boolean {
  const ctrl = chord.ctrl || (chord.mod && !isMac)
  const meta = chord.mod && isMac
  if (press.ctrlKey !== ctrl || press.metaKey !== meta || press.altKey !== chord.alt) return false
  // Signs and digits may need Shift on a person's keyboard (`/` is Shift+7 in German): there Shift says nothing.
  const isSign = /^[^a-zA-Z]$/.test(chord.key)
  if (!isSign && press.shiftKey !== chord.shift) return false
  if (press.key.toLowerCase() === chord.key.toLowerCase()) return true
  if (/^[a-z]$/i.test(chord.key))
    // A keyboard of another script (Cyrillic, Greek, Hebrew) has the letter's place, not the letter.
    return /^[^\u0020-\u007e]$/u.test(press.key) && press.code === `Key${chord.key.toUpperCase()}`
  return /^\d$/.test(chord.key) && press.code === `Digit${chord.key}`
}

/**
 * The command of a key press, or null. Null while an input method composes (`isComposing`, key code 229), so
 * that Enter and Escape belong to it. Scope `transcript` also answers the chords of the whole app.
 */
export function matchShortcut(press: KeyPress, scope: ShortcutScope, isMac: boolean): ShortcutMatch | null {
  if (press.isComposing || press.keyCode === 229) return null
  for (const shortcut of SHORTCUTS) {
    if (shortcut.scope === 'transcript' && scope !== 'transcript') continue
    for (const text of chordsOn(shortcut, isMac)) {
      const chord = readChord(text)
      if (!isPressed(chord, press, isMac)) continue
      return {
        command: shortcut.command,
        argument: shortcut.command === 'go-to-tab' ? chord.key : null,
      }
    }
  }
  return null
}

const MAC_SIGNS: { readonly [name: string]: string } = { Mod: '⌘', Ctrl: '⌃', Alt: '⌥', Shift: '⇧' }
const KEY_SIGNS: { readonly [name: string]: string } = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
}

/** The keys of a chord as they are printed on keyboards, one string per key. */
export function chordKeys(chord: string, isMac: boolean): readonly string[] {
  return chord.split('+').map((name) => {
    if (isMac) return MAC_SIGNS[name] ?? KEY_SIGNS[name] ?? name
    return name === 'Mod' ? 'Ctrl' : (KEY_SIGNS[name] ?? name)
  })
}

/** First chord of a command, for menus and tooltips; null when it has none. */
export function chordOf(command: CommandId, isMac = false): string | null {
  const shortcut = SHORTCUTS.find((entry) => entry.command === command)
  return shortcut === undefined ? null : (chordsOn(shortcut, isMac)[0] ?? null)
}
