// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { Output } from '../../shared/ipc/routes.ts'
import { createFakeBridge } from '../testing/fake-bridge.ts'
import { FAKE_POLICY } from '../testing/fake-policy.ts'
import { renderInApp } from '../testing/render-app.tsx'
import { CompactionSettings } from './compaction-settings.tsx'

afterEach(cleanup)
vi.setConfig({ testTimeout: 30_000 })

type Scope = 'default' | 'workspace' | 'thread'

function answerOf(scope: Scope, mode: 'off' | 'ask' | 'auto'): Output<'policy.get'> {
  return {
    policy: { ...FAKE_POLICY, mode },
    scope,
    missingSummarizer: null,
    triggerTokens: 150_000,
    keepTokens: 20_000,
    windowTokens: 200_000,
  }
}

/** Each scope has a mode of its own; answers and saves come when the test lets them. */
function setUp() {
  const modes = { default: 'off', workspace: 'ask', thread: 'auto' } as const
  const waiting: (() => void)[] = []
  const later = <T,>(value: T) => new Promise<T>((done) => waiting.push(() => done(value)))
  const bridge = createFakeBridge({
    requests: {
      'policy.get': ({ scope = 'thread' }) => later(answerOf(scope, modes[scope])),
      'policy.save': () => later(null),
      'policy.presets': () => ({
        'ratio-75': FAKE_POLICY,
        reserve: FAKE_POLICY,
        'manual-clone': FAKE_POLICY,
      }),
    },
  })
  renderInApp(<CompactionSettings thread="one.json" />, { bridge })
  const goOn = () =>
    act(async () => {
      for (const run of waiting.splice(0)) run()
    })
  return { bridge, goOn, user: userEvent.setup() }
}

test('switching the scope shows nothing of the former one, and a late save of that one does not come back', async () => {
  const { bridge, goOn, user } = setUp()
  await goOn()
  await user.click(await screen.findByRole('radio', { name: 'Off' }))
  await user.click(screen.getByRole('radio', { name: 'This folder' }))
  // Nothing of the folder is known yet: there is nothing to change that would be saved into it.
  expect(screen.queryByRole('radio', { name: 'Off' })).toBeNull()
  await goOn()
  await goOn()
  await waitFor(() =>
    expect(screen.getByRole('radio', { name: 'Ask' }).getAttribute('aria-checked')).toBe('true'),
  )
  const saves = bridge.calls.filter(({ route }) => route === 'policy.save')
  expect(saves.map(({ input }) => input)).toMatchObject([{ scope: 'thread', policy: { mode: 'off' } }])
})
