/** A shortcut as the page's world compares it with a key event. */
export interface Accelerator {
  readonly ctrl: boolean
  readonly meta: boolean
  readonly alt: boolean
  readonly shift: boolean
  /** Any of these as `KeyboardEvent.key`, letters in lower case. */
  readonly keys: readonly string[]
}

type Modifier = 'ctrl' | 'meta' | 'alt' | 'shift'

const MODIFIERS: Readonly<Record<string, Modifier>> = {
  ctrl: 'ctrl',
  control: 'ctrl',
  cmd: 'meta',
  command: 'meta',
  super: 'meta',
  meta: 'meta',
  alt: 'alt',
  option: 'alt',
  altgr: 'alt',
  shift: 'shift',
}

const NAMED: Readonly<Record<string, string>> = {
  plus: '+',
  space: ' ',
  esc: 'Escape',
  escape: 'Escape',
  return: 'Enter',
  enter: 'Enter',
  tab: 'Tab',
  backspace: 'Backspace',
  delete: 'Delete',
  insert: 'Insert',
  home: 'Home',
  end: 'End',
  pageup: 'PageUp',
  pagedown: 'PageDown',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
}

/** With Shift held, these keys of a US keyboard report the other sign. */
const SHIFTED: Readonly<Record<string, string>> = {
  '=': '+',
  '-': '_',
  ',': '<',
  '.': '>',
  '/': '?',
  ';': ':',
  "'": '"',
  '[': '{',
  ']': '}',
  '\\': '|',
  '`': '~',
  '1': '!',
  '2': '@',
  '3': '#',
  '4': '$',
  '5': '%',
  '6': '^',
  '7': '&',
  '8': '*',
  '9': '(',
  '0': ')',
}

function modifierOf(word: string, platform: NodeJS.Platform): Modifier | undefined {
  if (word === 'cmdorctrl' || word === 'commandorcontrol') return platform === 'darwin' ? 'meta' : 'ctrl'
  return Object.hasOwn(MODIFIERS, word) ? MODIFIERS[word] : undefined
}

function keyOf(word: string): string | null {
  const named = Object.hasOwn(NAMED, word) ? NAMED[word] : undefined
  if (named !== undefined) return named
  if (/^f([1-9]|1\d|2[0-4])$/.test(word)) return word.toUpperCase()
  return word.length === 1 ? word : null
}

/** Electron's notation (`CmdOrCtrl+Shift+N`); null when it cannot be read. */
export function parseAccelerator(
  text: string,
  platform: NodeJS.Platform = process.platform,
): Accelerator | null {
  // A plus sign may itself be the key: `Ctrl++`.
  const words = text.toLowerCase().replace(/\+\+$/, '+plus').split('+')
  const key = keyOf(words.at(-1) ?? '')
  const held = words.slice(0, -1).map((word) => modifierOf(word.trim(), platform))
  if (key === null || held.includes(undefined)) return null
  const other = held.includes('shift') ? SHIFTED[key] : undefined
  return {
    ctrl: held.includes('ctrl'),
    meta: held.includes('meta'),
    alt: held.includes('alt'),
    shift: held.includes('shift'),
    keys: other === undefined ? [key] : [key, other],
  }
}
