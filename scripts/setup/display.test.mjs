import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasDisplay, startVirtualDisplay } from './display.mjs'

test.each([
  [{}, 'linux', false],
  [{ DISPLAY: '' }, 'linux', false],
  // Left over from a session that has ended.
  [{ DISPLAY: ':98765' }, 'linux', false],
  [{ WAYLAND_DISPLAY: 'wayland-0' }, 'linux', true],
  [{ DISPLAY: 'far.example:10.0' }, 'linux', true],
  [{}, 'darwin', true],
  [{}, 'win32', true],
])('with %j on %s there is a display: %s', (env, platform, expected) => {
  expect(hasDisplay(env, platform)).toBe(expected)
})

test('an ordinary user without Xvfb is told what brings it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'display-'))
  const where = {
    env: { PATH: folder },
    platform: 'linux',
    isRoot: false,
    isTerminal: false,
    ask: async () => true,
    run: async () => 0,
  }
  await expect(startVirtualDisplay(where)).rejects.toThrow(/^There is no display and no Xvfb\. Install Xvfb/)
  rmSync(folder, { recursive: true })
})
