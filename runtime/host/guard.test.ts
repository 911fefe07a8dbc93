import { EventEmitter } from 'node:events'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { guardClass, guarded, HostEmitter } from './guard.ts'

class Lamp extends HostEmitter {
  readonly colour = 'green'
  constructor() {
    super('lamp', ['on'])
  }
}
guardClass('lamp', Lamp)
class Door extends HostEmitter {
  constructor() {
    super('door', ['open'])
  }
}
guardClass('door', Door)

test('reading a member that the host lacks names it', () => {
  const module = guarded('dialog', { open: (): number => 1 })
  expect(module.open()).toBe(1)
  expect(() => (module as unknown as { setBadge: unknown }).setBadge).toThrow(
    'dialog.setBadge is not provided by the Chromium host',
  )
  expect(() => (new Lamp() as unknown as { dim: unknown }).dim).toThrow('lamp.dim is not provided')
  expect(() => (new Door() as unknown as { dim: unknown }).dim).toThrow('door.dim is not provided')
})

test('a spec may replace a member, and ask whether one is there', () => {
  const module = guarded('dialog', { open: (): number => 1 })
  module.open = () => 2
  expect(module.open()).toBe(2)
  expect('close' in module).toBe(false)
})

test('listening for an event that is never sent is refused; others are delivered', () => {
  const lamp = new Lamp()
  const heard: string[] = []
  lamp.on('on', (what: string) => heard.push(what))
  lamp.once('on', () => heard.push('once'))
  lamp.emit('on', 'first')
  lamp.emit('on', 'second')
  expect(heard).toEqual(['first', 'once', 'second'])
  expect(() => lamp.on('off', () => undefined)).toThrow("lamp never emits 'off' in the Chromium host")
  expect(() => lamp.once('off', () => undefined)).toThrow("lamp never emits 'off'")
  expect(() => lamp.addListener('off', () => undefined)).toThrow("lamp never emits 'off'")
})

test('awaiting, printing and cloning a guarded object still work', async () => {
  const lamp = new Lamp()
  expect(await lamp).toBe(lamp)
  expect(inspect(lamp)).toContain('green')
  expect(JSON.stringify(guarded('clip', { text: 'a' }))).toBe('{"text":"a"}')
})

test('other emitters are left alone', () => {
  expect((new EventEmitter() as unknown as { dim: unknown }).dim).toBeUndefined()
})
