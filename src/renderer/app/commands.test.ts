import { expect, test, vi } from 'vitest'
import { commandOf, createCommandBus, keysOf } from './commands.ts'

const press = (key: string, more = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...more,
})

test('Mod is Ctrl, on macOS Cmd', () => {
  expect(commandOf(press('b', { ctrlKey: true }), false)?.command).toBe('toggle-sidebar')
  expect(commandOf(press('b', { metaKey: true }), true)?.command).toBe('toggle-sidebar')
  expect(commandOf(press('b', { ctrlKey: true }), true)).toBeNull()
})
test('Shift in a chord is not optional', () => {
  expect(commandOf(press('K', { ctrlKey: true, shiftKey: true }), false)?.command).toBe('compact')
  expect(commandOf(press('k', { ctrlKey: true }), false)).toBeNull()
})
test('Ctrl+Alt never fires a command: it is AltGr on many keyboards', () => {
  expect(commandOf(press('1', { ctrlKey: true, altKey: true }), false)).toBeNull()
  expect(commandOf(press('b', { ctrlKey: true, altKey: true }), false)).toBeNull()
})
test('digits go to tabs', () => {
  expect(commandOf(press('3', { ctrlKey: true }), false)).toEqual({ command: 'go-to-tab', argument: '3' })
})
test('keys are written as each system does', () => {
  expect(keysOf('compact', false)).toBe('Ctrl Shift K')
  expect(keysOf('compact', true)).toBe('⌘⇧K')
})
test('the handler registered last answers, and leaving gives the command back', () => {
  const bus = createCommandBus()
  const [first, second] = [vi.fn(), vi.fn()]
  bus.register('compact', first)
  const leave = bus.register('compact', second)
  bus.run('compact')
  leave()
  bus.run('compact', 'x')
  expect(second).toHaveBeenCalledOnce()
  expect(first).toHaveBeenCalledWith('x')
  expect(bus.run('settings')).toBe(false)
})
