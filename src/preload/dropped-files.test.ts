import { expect, it } from 'vitest'
import { type FileDrag, listenForDrops } from './dropped-files.ts'

function setUp() {
  const listeners = new Map<string, (event: FileDrag) => void>()
  const told: (readonly string[])[] = []
  listenForDrops(
    { addEventListener: (type, listener) => void listeners.set(type, listener) },
    (file) => (file.name === 'made-up' ? '' : `/at/${file.name}`),
    (paths) => told.push(paths),
  )
  const fire = (type: 'dragover' | 'drop', names: readonly string[], more: object = {}) => {
    let isPrevented = false
    const files = names.map((name) => new File([], name))
    const types = names.length === 0 ? ['text/plain'] : ['Files']
    const dataTransfer = { types, files, dropEffect: 'none' }
    const preventDefault = () => {
      isPrevented = true
    }
    listeners.get(type)?.({ isTrusted: true, dataTransfer, preventDefault, ...more })
    return { isPrevented, dropEffect: dataTransfer.dropEffect }
  }
  return { told, fire }
}

it('tells where dropped files lie, and keeps the page where it is', () => {
  const { told, fire } = setUp()
  expect(fire('dragover', ['a'])).toEqual({ isPrevented: true, dropEffect: 'copy' })
  expect(fire('drop', ['a', 'b']).isPrevented).toBe(true)
  expect(told).toEqual([['/at/a', '/at/b']])
})

it('tells an empty list where no path is known', () => {
  const { told, fire } = setUp()
  fire('drop', ['made-up'])
  expect(told).toEqual([[]])
})

it('leaves dragged text and rows alone, and believes no drop that a script made', () => {
  const { told, fire } = setUp()
  expect(fire('dragover', []).isPrevented).toBe(false)
  expect(fire('drop', []).isPrevented).toBe(false)
  expect(fire('drop', ['a'], { isTrusted: false }).isPrevented).toBe(true)
  expect(told).toEqual([])
})
