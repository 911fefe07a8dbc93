import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const tokens = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')

/** Height of a layer by its token. */
function layer(name: string): number {
  return Number(new RegExp(`--z-${name}: (\\d+);`).exec(tokens)?.[1])
}

test('a notice covers the panels, and nothing that a person has just opened', () => {
  expect(layer('toast')).toBeGreaterThan(layer('dock'))
  for (const opened of ['popover', 'dialog', 'palette', 'tooltip'])
    expect(layer(opened)).toBeGreaterThan(layer('toast'))
})
