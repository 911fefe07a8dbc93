import { expect, test, vi } from 'vitest'
import { createCommandBus, keysOf } from './commands.ts'

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
