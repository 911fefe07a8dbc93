import { expect, it } from 'vitest'
import { chordKeys, chordOf, type KeyPress, matchShortcut, SHORTCUTS } from './shortcuts.ts'

function press(key: string, more: Partial<KeyPress> = {}): KeyPress {
  return {
    key,
    code: '',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    isComposing: false,
    keyCode: 0,
    ...more,
  }
}

it('gives every chord to one command only', () => {
  const chords = SHORTCUTS.flatMap((shortcut) => shortcut.chords)
  expect(new Set(chords).size).toBe(chords.length)
})

it('never uses Ctrl+Alt, which is AltGr', () => {
  for (const { chords } of SHORTCUTS) {
    for (const chord of chords) expect(chord).not.toMatch(/(Mod|Ctrl)\+.*Alt|Alt\+.*(Mod|Ctrl)/)
  }
})

it('takes Ctrl elsewhere and Cmd on macOS for Mod', () => {
  const ctrl = press('K', { ctrlKey: true, shiftKey: true })
  const cmd = press('k', { metaKey: true, shiftKey: true })
  expect(matchShortcut(ctrl, 'app', false)).toEqual({ command: 'compact', argument: null })
  expect(matchShortcut(cmd, 'app', true)).toEqual({ command: 'compact', argument: null })
  expect(matchShortcut(ctrl, 'app', true)).toBe(null)
  expect(matchShortcut(cmd, 'app', false)).toBe(null)
})

it('does not confuse a chord with the same key and other modifiers', () => {
  expect(matchShortcut(press('k', { ctrlKey: true }), 'app', false)).toBe(null)
  expect(matchShortcut(press('n', { ctrlKey: true, altKey: true }), 'app', false)).toBe(null)
  expect(matchShortcut(press('n'), 'app', false)).toBe(null)
})

it('finds signs and digits on keyboards that need Shift for them', () => {
  expect(matchShortcut(press(',', { ctrlKey: true, shiftKey: true }), 'app', false)?.command).toBe('settings')
  expect(matchShortcut(press('&', { ctrlKey: true, code: 'Digit1' }), 'app', false)).toEqual({
    command: 'go-to-tab',
    argument: '1',
  })
})

it('keeps single letters to the transcript', () => {
  expect(matchShortcut(press('j'), 'transcript', false)?.command).toBe('next-row')
  expect(matchShortcut(press('j'), 'app', false)).toBe(null)
})

it('leaves every key to an input method that composes', () => {
  expect(matchShortcut(press('j', { isComposing: true }), 'transcript', false)).toBe(null)
  expect(matchShortcut(press('F6', { keyCode: 229 }), 'app', false)).toBe(null)
  expect(matchShortcut(press('F6'), 'app', false)?.command).toBe('next-region')
})

it('names keys as keyboards print them', () => {
  expect(chordKeys('Mod+Shift+K', false)).toEqual(['Ctrl', 'Shift', 'K'])
  expect(chordKeys('Mod+Shift+K', true)).toEqual(['⌘', '⇧', 'K'])
  expect(chordKeys('Alt+ArrowUp', false)).toEqual(['Alt', '↑'])
  expect(chordOf('compact')).toBe('Mod+Shift+K')
})

it('finds letters by their place on keyboards of another script', () => {
  const cyrillic = press('а', { ctrlKey: true, code: 'KeyF' })
  expect(matchShortcut(cyrillic, 'app', false)?.command).toBe('find')
  // A Latin keyboard with other places means the letter it writes.
  expect(matchShortcut(press('q', { ctrlKey: true, code: 'KeyF' }), 'app', false)).toBe(null)
})
