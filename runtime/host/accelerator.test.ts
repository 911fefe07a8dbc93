import { expect, test } from 'vitest'
import { parseAccelerator } from './accelerator.ts'

const plain = { ctrl: false, meta: false, alt: false, shift: false }

test.each([
  ['CmdOrCtrl+N', 'linux', { ...plain, ctrl: true, keys: ['n'] }],
  ['CommandOrControl+N', 'darwin', { ...plain, meta: true, keys: ['n'] }],
  ['Ctrl+Shift+=', 'linux', { ...plain, ctrl: true, shift: true, keys: ['=', '+'] }],
  ['Ctrl++', 'linux', { ...plain, ctrl: true, keys: ['+'] }],
  ['Ctrl+Plus', 'linux', { ...plain, ctrl: true, keys: ['+'] }],
  ['Alt+F4', 'linux', { ...plain, alt: true, keys: ['F4'] }],
  ['F11', 'linux', { ...plain, keys: ['F11'] }],
  ['Cmd+,', 'darwin', { ...plain, meta: true, keys: [','] }],
  ['Ctrl+PageDown', 'linux', { ...plain, ctrl: true, keys: ['PageDown'] }],
  ['Option+Space', 'darwin', { ...plain, alt: true, keys: [' '] }],
] as const)('%s on %s is read', (text, platform, expected) => {
  expect(parseAccelerator(text, platform)).toEqual(expected)
})

test.each([['Hyper+N'], ['Ctrl+Nowhere'], [''], ['constructor+N'], ['Ctrl+F99']])('%s is refused', (text) => {
  expect(parseAccelerator(text, 'linux')).toBeNull()
})
