// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { AgentSettings } from '../../shared/ipc/agent-schema.ts'
import { AppError, toErrorValue } from '../../shared/ipc/errors.ts'
import type { ProviderSettings } from '../../shared/ipc/settings.ts'
import { createFakeBridge, type FakeBridge } from '../testing/fake-bridge.ts'
import { renderInApp } from '../testing/render-app.tsx'
import { createRuntimeBridge } from '../testing/runtime-bridge.ts'
import { SettingsDialog } from './settings-dialog.tsx'
import { fakeProviders } from './testing/fake-providers.ts'

afterEach(cleanup)
// Two slow cores may be shared with other suites.
vi.setConfig({ testTimeout: 30_000 })

const KEY = 'sk-planted-0123456789'

function setUp(section: string, isFilled = true, keyState: ProviderSettings['keyState'] = 'stored') {
  const fake = fakeProviders(isFilled, keyState)
  const bridge = createFakeBridge({ requests: fake.requests })
  const onOpenChange = vi.fn()
  renderInApp(<SettingsDialog open section={section} onOpenChange={onOpenChange} />, { bridge })
  const calls = (route: string) => bridge.calls.filter((call) => call.route === route)
  return { ...fake, bridge, calls, onOpenChange, user: userEvent.setup() }
}

/** The disk takes longer than a person to go on. */
function slowDown(bridge: FakeBridge, slow: string) {
  const { request } = bridge
  bridge.request = async (route, input) => {
    if (route === slow) await new Promise((resolve) => setTimeout(resolve, 300))
    return request(route, input)
  }
}

describe('general', () => {
  test('a theme is saved at once and the page says so', async () => {
    const { user, bridge } = setUp('general')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Theme' }), 'dark')
    expect(await screen.findByText('Saved')).toBeTruthy()
    expect(bridge.workspace.settings.theme).toBe('dark')
    expect(document.documentElement.dataset.theme).toBe('dark')
  })

  test('the language changes immediately', async () => {
    const { user } = setUp('general')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'zh-CN')
    expect(await screen.findByRole('tab', { name: '通用' })).toBeTruthy()
  })
})

describe('providers', () => {
  test('a preset is added with its address and can be filled in', async () => {
    const { user, calls } = setUp('providers', false)
    await user.click(await screen.findByRole('button', { name: 'Add provider' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Ollama' }))
    const url = await screen.findByRole('textbox', { name: 'Base URL' })
    expect(url).toHaveProperty('value', 'http://localhost:11434/v1')
    await user.click(screen.getByRole('combobox', { name: 'Model' }))
    await user.paste('qwen3-8b')
    await user.tab()
    await waitFor(() => expect(calls('provider.save').at(-1)?.input).toMatchObject({ model: 'qwen3-8b' }))
  })

  test('an empty list says what a provider is for', async () => {
    setUp('providers', false)
    expect(await screen.findByRole('region', { name: 'What a provider is for' })).toBeTruthy()
    cleanup()
    setUp('providers')
    expect(await screen.findByRole('textbox', { name: 'Base URL' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'What a provider is for' })).toBeNull()
  })

  test('a provider that cannot be added is told as that, beside the list that was read', async () => {
    const bridge = createFakeBridge({
      requests: {
        ...fakeProviders(true).requests,
        'provider.save': () => {
          throw new AppError('disk-full', 'No space.')
        },
      },
    })
    renderInApp(<SettingsDialog open section="providers" onOpenChange={vi.fn()} />, { bridge })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Add provider' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Ollama' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Not saved\. The disk is full/)
  })

  test('an invalid address stays in the field with its reason and is not applied', async () => {
    const { user, calls } = setUp('providers')
    const url = await screen.findByRole('textbox', { name: 'Base URL' })
    await user.click(url)
    await user.paste('ftp://server')
    await user.tab()
    expect(await screen.findByText('Write an address that begins with http:// or https://.')).toBeTruthy()
    expect(url).toHaveProperty('value', 'ftp://server')
    expect(calls('provider.save')).toEqual([])
  })

  test('a key goes to main once, leaves the page, and its state is told', async () => {
    const { user, keys, calls } = setUp('providers', true, 'session-only')
    const field = await screen.findByLabelText('Key')
    expect(field.getAttribute('type')).toBe('password')
    await user.click(field)
    await user.paste(KEY)
    await user.click(screen.getByRole('button', { name: 'Keep key' }))
    expect(await screen.findByText(/Kept for this session only/)).toBeTruthy()
    expect(keys.get('anthropic')).toBe(KEY)
    expect(calls('provider.setKey')).toHaveLength(1)
    expect(field).toHaveProperty('value', '')
    expect(document.documentElement.outerHTML).not.toContain(KEY)
  })

  test('a key that was not kept stays in its field, to be given again', async () => {
    const bridge = createFakeBridge({
      requests: {
        ...fakeProviders(true, 'none').requests,
        'provider.setKey': () => {
          throw new AppError('disk-full', 'No space.')
        },
      },
    })
    renderInApp(<SettingsDialog open section="providers" onOpenChange={vi.fn()} />, { bridge })
    const user = userEvent.setup()
    const field = await screen.findByLabelText('Key')
    await user.click(field)
    await user.paste(KEY)
    await user.click(screen.getByRole('button', { name: 'Keep key' }))
    expect(await screen.findByText(/The key was not kept/)).toBeTruthy()
    expect(field).toHaveProperty('value', KEY)
  })

  test('a forgotten key is forgotten in main', async () => {
    const { user, calls } = setUp('providers')
    await user.click(await screen.findByRole('button', { name: 'Forget key' }))
    expect(await screen.findByText('No key yet.')).toBeTruthy()
    expect(calls('provider.setKey').at(-1)?.input).toEqual({ id: 'anthropic', key: '' })
  })

  test('nothing is sent before Test; its result names the layers', async () => {
    const { user, calls } = setUp('providers')
    await screen.findByRole('button', { name: 'Test' })
    expect(calls('provider.test')).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Test' }))
    expect(await screen.findByText('Everything a summary needs works.')).toBeTruthy()
    expect(screen.getByText('Reports usage')).toBeTruthy()
  })

  test('one click on Test saves what is typed and tests it', async () => {
    const { user, calls, keys } = setUp('providers', false)
    await user.click(await screen.findByRole('button', { name: 'Add provider' }))
    await user.click(await screen.findByRole('menuitem', { name: 'OpenAI-compatible server' }))
    await user.click(await screen.findByLabelText('Key'))
    await user.paste(KEY)
    await user.click(screen.getByRole('textbox', { name: 'Base URL' }))
    await user.paste('http://localhost:9/v1')
    await user.click(screen.getByRole('button', { name: 'Test' }))
    expect(await screen.findByText(/^The server answers. Choose a model/)).toBeTruthy()
    expect(calls('provider.save').at(-1)?.input).toMatchObject({ baseUrl: 'http://localhost:9/v1' })
    expect(keys.get('compatible')).toBe(KEY)
    expect(calls('provider.test')).toHaveLength(1)
  })

  test('a test that succeeds in part has a warning sign, one that succeeds has none', async () => {
    const { user } = setUp('providers')
    await user.click(await screen.findByRole('button', { name: 'Test' }))
    expect(await screen.findByText('Everything a summary needs works.')).toBeTruthy()
    expect(screen.queryByRole('img', { name: 'Warning' })).toBeNull()
    const model = screen.getByRole('combobox', { name: 'Model' })
    await user.clear(model)
    await user.type(model, 'a-model-nobody-lists')
    await user.click(screen.getByRole('button', { name: 'Test' }))
    const said = await screen.findByText(/its list does not name this model/)
    expect(said.querySelector('[aria-label="Warning"]')).toBeTruthy()
  })

  test('a field that cannot be saved is not passed over by Test', async () => {
    const { user, calls } = setUp('providers')
    const url = await screen.findByRole('textbox', { name: 'Base URL' })
    await user.click(url)
    await user.paste('ftp://server')
    await user.click(screen.getByRole('button', { name: 'Test' }))
    expect(await screen.findByText('Write an address that begins with http:// or https://.')).toBeTruthy()
    expect(calls('provider.test')).toEqual([])
  })

  test('a refused key is named as the layer that failed', async () => {
    const { user } = setUp('providers')
    await user.click(await screen.findByRole('button', { name: 'Forget key' }))
    await screen.findByText('No key yet.')
    await user.click(screen.getByRole('button', { name: 'Test' }))
    const key = await screen.findByText('Key', { selector: 'dt' })
    expect(key.parentElement?.className).toContain('is-failed')
  })

  test('removing asks first', async () => {
    const { user, calls } = setUp('providers')
    await user.click(await screen.findByRole('button', { name: 'Remove provider…' }))
    await user.click(await screen.findByRole('button', { name: 'Keep' }))
    expect(calls('provider.remove')).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Remove provider…' }))
    await user.click(await screen.findByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(calls('provider.remove')).toHaveLength(1))
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Ollama')
  })

  test('Escape leaves', async () => {
    const { user, onOpenChange } = setUp('general')
    await user.keyboard('{Escape}')
    expect(onOpenChange).toHaveBeenCalledWith(false)
  })
})

describe('compaction', () => {
  function setUpPolicy({
    isSlow = false,
    isBroken = () => false,
  }: {
    readonly isSlow?: boolean
    readonly isBroken?: () => boolean
  } = {}) {
    const bridge = createRuntimeBridge()
    if (isSlow) slowDown(bridge, 'policy.save')
    const { request } = bridge
    bridge.request = async (route, input) => {
      if (isBroken() && route === 'policy.get')
        return { ok: false, error: toErrorValue(new AppError('io-failed', 'The disk is away.')) }
      return request(route, input)
    }
    const { unmount } = renderInApp(
      <SettingsDialog open section="compaction" thread="one.json" onOpenChange={vi.fn()} />,
      {
        bridge,
      },
    )
    const calls = (route: string) => bridge.calls.filter((call) => call.route === route)
    return { bridge, calls, unmount, user: userEvent.setup() }
  }

  test('a trigger is saved at once for this thread, and the line says what it means', async () => {
    const { user, calls } = setUpPolicy()
    expect(await screen.findByText('200k window: compacts at 150k, keeps ≈20k.')).toBeTruthy()
    const share = screen.getAllByRole('textbox', { name: 'Share in percent' })[0]
    if (share === undefined) throw new Error('no field')
    await user.clear(share)
    await user.type(share, '60{Enter}')
    expect(await screen.findByText('200k window: compacts at 120k, keeps ≈20k.')).toBeTruthy()
    expect(calls('policy.save')[0]?.input).toMatchObject({
      scope: 'thread',
      thread: 'one.json',
      policy: { trigger: { kind: 'ratio', value: 0.6 } },
    })
    await user.click(screen.getByRole('button', { name: 'Reset' }))
    expect(await screen.findByText('200k window: compacts at 150k, keeps ≈20k.')).toBeTruthy()
    expect(calls('policy.save').at(-1)?.input).toMatchObject({ policy: null })
  })

  test('B-28 a share outside its bounds stays in the field with the reason and is not saved', async () => {
    const { user, calls } = setUpPolicy()
    const share = (await screen.findAllByRole('textbox', { name: 'Share in percent' }))[0]
    if (share === undefined) throw new Error('no field')
    for (const bad of ['96', '0', '-5', '1e3', 'half']) {
      await user.clear(share)
      await user.type(share, bad)
      await user.tab()
      expect(await screen.findByText('A whole number from 40 to 95.')).toBeTruthy()
      expect(share).toHaveProperty('value', bad)
    }
    expect(calls('policy.save')).toHaveLength(0)
  })

  test('a preset replaces the policy; a layer can be switched off alone', async () => {
    const { user, bridge } = setUpPolicy()
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Preset' }), 'reserve')
    expect(await screen.findByRole('textbox', { name: 'Reserve for the answer, tokens' })).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: /Trim long old results/ }))
    await waitFor(() =>
      expect(bridge.runtime.policies.get('thread:one.json')).toMatchObject({
        preset: 'reserve',
        reductions: { snip: { isOn: false }, collapse: { isOn: true } },
      }),
    )
  })

  test('a number that was typed holds when the next change follows before it is saved', async () => {
    const { user, bridge } = setUpPolicy({ isSlow: true })
    const share = (await screen.findAllByRole('textbox', { name: 'Share in percent' }))[0]
    if (share === undefined) throw new Error('no field')
    await user.clear(share)
    await user.type(share, '60')
    await user.click(screen.getByRole('checkbox', { name: /Trim long old results/ }))
    await waitFor(() =>
      expect(bridge.runtime.policies.get('thread:one.json')).toMatchObject({
        trigger: { kind: 'ratio', value: 0.6 },
        reductions: { snip: { isOn: false } },
      }),
    )
  })

  test('a number that was typed holds when the dialog is closed from its field', async () => {
    const { user, calls, unmount } = setUpPolicy()
    const share = (await screen.findAllByRole('textbox', { name: 'Share in percent' }))[0]
    if (share === undefined) throw new Error('no field')
    await user.clear(share)
    await user.type(share, '60')
    unmount()
    await waitFor(() =>
      expect(calls('policy.save').at(-1)?.input).toMatchObject({ policy: { trigger: { value: 0.6 } } }),
    )
  })

  test('a scope that cannot be read leaves the others in reach, and can be asked for again', async () => {
    let isBroken = true
    const { user } = setUpPolicy({ isBroken: () => isBroken })
    expect(await screen.findByText(/The disk did not answer as expected/)).toBeTruthy()
    expect(screen.getByRole('radio', { name: 'All threads' })).toBeTruthy()
    isBroken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('200k window: compacts at 150k, keeps ≈20k.')).toBeTruthy()
  })

  test('S-096 the page says what a summary is, and a program without it says that', async () => {
    setUpPolicy()
    expect(await screen.findByText(/a summary is derived text and may leave out details/)).toBeTruthy()
    cleanup()
    setUp('compaction')
    expect(await screen.findByText('This version cannot compact by itself yet.')).toBeTruthy()
  })
})

describe('the interface for other programs', () => {
  test('a port that was typed holds when the switch follows at once', async () => {
    const bridge = createFakeBridge({
      requests: {
        'agent.settings': () => ({ webSearch: '', webFetch: '', mcpServers: [] }),
        'observation.state': () => ({ port: 50_000, token: null, problem: null }),
      },
    })
    slowDown(bridge, 'settings.set')
    renderInApp(<SettingsDialog open section="agent" onOpenChange={vi.fn()} />, { bridge })
    const user = userEvent.setup()
    const port = await screen.findByRole('textbox', { name: 'Port' })
    await user.clear(port)
    await user.type(port, '50000')
    await user.click(screen.getByRole('checkbox', { name: 'Open the interface' }))
    await waitFor(() => expect(bridge.workspace.settings.observation).toEqual({ isOn: true, port: 50_000 }))
  })
})

describe('agent', () => {
  const EMPTY: AgentSettings = { webSearch: '', webFetch: '', mcpServers: [] }
  function setUpAgent() {
    let settings = EMPTY
    const bridge = createFakeBridge({
      requests: {
        'agent.settings': () => settings,
        'agent.saveSettings': (patch) => {
          // Zod makes every key optional; the ones given replace the old ones.
          settings = { ...settings, ...(patch as Partial<AgentSettings>) }
          return settings
        },
        'agent.setSecret': () => null,
        'agent.testServers': () => [
          { id: 'docs', tools: [], problem: 'unreachable', details: 'connection refused' },
        ],
      },
    })
    renderInApp(<SettingsDialog open section="agent" onOpenChange={vi.fn()} />, { bridge })
    const saves = () => bridge.calls.filter((call) => call.route === 'agent.saveSettings')
    return { bridge, saves, user: userEvent.setup() }
  }

  test('an address without a place for the words stays in the field and is not saved', async () => {
    const { user, saves } = setUpAgent()
    const field = await screen.findByRole('textbox', { name: 'Web search address' })
    await user.click(field)
    await user.paste('http://search.example.org/?q={query}')
    await user.tab()
    expect(await screen.findByText(/Write an https address that holds \{query\}/)).toBeTruthy()
    expect(saves()).toHaveLength(0)
    await user.clear(field)
    await user.click(field)
    await user.paste('https://search.example.org/?q={query}')
    await user.tab()
    await waitFor(() =>
      expect(saves()[0]?.input).toEqual({ webSearch: 'https://search.example.org/?q={query}' }),
    )
  })

  test('a server is added switched off, and a test tells what was found', async () => {
    const { user, saves } = setUpAgent()
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'docs')
    await user.type(screen.getByRole('textbox', { name: 'Command or address' }), 'docs-server --stdio')
    await user.click(screen.getByRole('button', { name: 'Add server' }))
    expect(await screen.findByRole('checkbox', { name: /docs/ })).toHaveProperty('checked', false)
    expect(saves()[0]?.input).toMatchObject({
      mcpServers: [{ kind: 'stdio', command: 'docs-server', args: ['--stdio'], isOn: false }],
    })
    await user.click(screen.getByRole('button', { name: 'Test' }))
    expect(await screen.findByText(/It could not be reached/)).toBeTruthy()
  })

  test('a secret of a server goes to the secret store alone: its name stands in the settings, its value nowhere', async () => {
    const { bridge, user, saves } = setUpAgent()
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'docs')
    await user.type(
      screen.getByRole('textbox', { name: 'Command or address' }),
      'https://docs.example.org/mcp',
    )
    await user.click(screen.getByRole('button', { name: 'Add server' }))
    await user.type(await screen.findByRole('textbox', { name: 'Secret header' }), 'x-token')
    await user.type(screen.getByLabelText('Value'), 'planted-secret-value')
    await user.click(screen.getByRole('button', { name: 'Keep' }))
    expect(await screen.findByText('x-token')).toBeTruthy()
    await waitFor(() =>
      expect(bridge.calls.find(({ route }) => route === 'agent.setSecret')?.input).toEqual({
        server: 'docs',
        name: 'x-token',
        value: 'planted-secret-value',
      }),
    )
    expect(saves().at(-1)?.input).toMatchObject({ mcpServers: [{ secretNames: ['x-token'] }] })
    expect(JSON.stringify(saves())).not.toContain('planted')
    expect(screen.getByLabelText<HTMLInputElement>('Value').value).toBe('')
    expect(document.body.innerHTML).not.toContain('planted')

    await user.click(screen.getByRole('button', { name: 'Forget x-token of docs' }))
    await waitFor(() => expect(saves().at(-1)?.input).toMatchObject({ mcpServers: [{ secretNames: [] }] }))
  })
})
