// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Settings } from '../../shared/ipc/settings.ts'
import { createFakeBridge } from '../testing/fake-bridge.ts'
import { DEFAULT_SETTINGS, openFake } from '../testing/fake-requests.ts'
import { renderInApp } from '../testing/render-app.tsx'
import { sampleRows } from '../testing/sample-rows.ts'
import { CompactWizard } from './compact-wizard.tsx'
import { type FakeCompactOptions, fakeCompact } from './testing/fake-compact.ts'

afterEach(cleanup)
// Two slow cores may be shared with other suites.
vi.setConfig({ testTimeout: 30_000 })

const PATH = 'backup/nightly-backup.json'

function setUp(options: FakeCompactOptions = {}, settings: Partial<Settings> = { skipIntroduction: true }) {
  const compact = fakeCompact(options)
  const bridge = createFakeBridge({
    workspace: { settings: { ...DEFAULT_SETTINGS, ...settings } },
    requests: compact.requests,
    streams: compact.streams,
  })
  const rows = sampleRows({ turns: 180, hasMeta: true })
  bridge.workspace.threads.set(PATH, rows)
  const onClose = vi.fn()
  const onApplied = vi.fn()
  const view = renderInApp(
    <CompactWizard thread={openFake(PATH, rows)} onClose={onClose} onApplied={onApplied} />,
    { bridge },
  )
  const routes = () => bridge.calls.map((call) => call.route)
  return { ...compact, ...view, bridge, routes, onClose, onApplied, user: userEvent.setup() }
}

async function startAndFinish(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole('button', { name: 'Start compact' }))
  await screen.findByText('148')
}

describe('introduction', () => {
  test('S-162 says what will happen and leads to configure; the tick is saved', async () => {
    const { user, bridge } = setUp({}, { skipIntroduction: false })
    expect(await screen.findByText(/nightly-backup-compact-3\.json/)).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: "Don't show this again" }))
    await waitFor(() => expect(bridge.workspace.settings.skipIntroduction).toBe(true))
    await user.click(screen.getByRole('button', { name: 'Next' }))
    expect(
      await screen.findByText('Summarize 176 messages (turns 1–44). Keep the last 3 turns exactly.'),
    ).toBeTruthy()
  })
})

describe('configure', () => {
  test('S-169 opening and changing options asks main for the plan and for nothing else', async () => {
    const { user, routes } = setUp()
    await user.click(await screen.findByRole('button', { name: 'Keep one turn more' }))
    await user.click(screen.getByRole('radio', { name: 'Detailed' }))
    await user.click(screen.getByRole('radio', { name: /qwen3-8b/ }))
    expect(routes()).toEqual(['compact.plan'])
  })

  test('a language can be chosen for a model alone: the built-in summarizer writes none of its own', async () => {
    const { user } = setUp()
    const language = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Language' })
    await user.click(screen.getByRole('radio', { name: /qwen3-8b/ }))
    expect(language.disabled).toBe(false)
    expect(language.getAttribute('aria-describedby')).toBeNull()
    await user.selectOptions(language, 'de')
    await user.click(screen.getByRole('radio', { name: /Built in/ }))
    expect(language.disabled).toBe(true)
    expect(language.value).toBe('same')
    const hint = document.getElementById(language.getAttribute('aria-describedby') ?? '')
    expect(hint?.textContent).toBe(
      'The built-in summarizer cannot translate. Choose a model for another language.',
    )
    await user.click(screen.getByRole('radio', { name: /qwen3-8b/ }))
    expect(language.value).toBe('de')
  })

  test('S-163 the sentence, the stepper and the band move together, by arrow keys too', async () => {
    const { user } = setUp()
    const slider = await screen.findByRole('slider')
    slider.focus()
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(screen.getByText(/Keep the last 5 turns exactly/)).toBeTruthy()
    expect(slider.getAttribute('aria-valuenow')).toBe('42')
    expect(slider.getAttribute('aria-valuetext')).toContain('the last 5 turns are kept')
    expect(screen.getByRole('spinbutton').getAttribute('aria-valuenow')).toBe('5')
    await user.keyboard('{Home}')
    expect(screen.getByText('Summarize 4 messages (turn 1). Keep the last 46 turns exactly.')).toBeTruthy()
    await user.keyboard('{End}{ArrowRight}')
    expect(screen.getByText(/Keep the last turn exactly/)).toBeTruthy()
  })

  test('S-037 from a message on: turn and message can be chosen, the sentence follows, and Start asks for it', async () => {
    const { user, log } = setUp()
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Range' }), 'message')
    expect(
      screen.getByText(
        'Summarize 172 messages (turns 2–44). Keep what is before, and the last 3 turns, exactly.',
      ),
    ).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Begin one turn later' }))
    const from = screen.getByRole('slider', { name: 'Where summarizing begins' })
    from.focus()
    await user.keyboard('{ArrowRight}')
    expect(from.getAttribute('aria-valuetext')).toBe('From turn 4, message 14')
    const message = screen.getByRole('combobox', { name: 'First message to summarize' })
    await waitFor(() => expect(within(message).getAllByRole('option')[1]).toHaveProperty('disabled', false))
    await user.selectOptions(message, '14')
    expect(screen.getByText(/Summarize 163 messages \(message 15 to the end of turn 44\)/)).toBeTruthy()
    // What is kept leaves at least the chosen turn to summarize.
    const boundary = screen.getByRole('slider', { name: 'Boundary between summarized and kept turns' })
    boundary.focus()
    await user.keyboard('{Home}')
    expect(boundary.getAttribute('aria-valuenow')).toBe('4')
    await startAndFinish(user)
    expect(log.options.at(-1)).toMatchObject({ keepTurns: 43, fromIndex: 14 })
  })

  test('a number of turns that cannot be kept is told with those that can, until another is taken', async () => {
    const { user } = setUp()
    const field = await screen.findByRole('spinbutton', { name: 'Keep recent turns' })
    await user.clear(field)
    await user.type(field, '500{Enter}')
    expect(field.getAttribute('aria-valuenow')).toBe('46')
    expect(screen.getByText(/Not 500: 1 to 46 turns can be kept/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Keep one turn less' }))
    expect(screen.queryByText(/Not 500/)).toBeNull()
  })

  test('marked messages are counted in the legend', async () => {
    const at = { turn: 1, before: 0, tokens: 40 }
    setUp({
      plan: {
        marks: [
          { kind: 'pin', index: 1, ...at },
          { kind: 'exclude', index: 2, ...at },
        ],
      },
    })
    expect(await screen.findByText('Pinned 1')).toBeTruthy()
    expect(screen.getByText('Excluded 1')).toBeTruthy()
  })

  test('S-164 S-180 S-202 instructions are kept for the thread, also when the wizard is closed at once', async () => {
    const { user, log, unmount } = setUp()
    await user.type(await screen.findByRole('textbox', { name: 'Instructions' }), 'Keep names')
    await waitFor(() => expect(log.saved).toEqual(['Keep names']), { timeout: 2000 })
    await user.type(screen.getByRole('textbox', { name: 'Instructions' }), '!')
    unmount()
    expect(log.saved).toEqual(['Keep names', 'Keep names!'])
  })

  test('instructions become a preset of one’s own: named, there once, chosen and deleted', async () => {
    const { user, bridge } = setUp()
    const field = await screen.findByRole('textbox', { name: 'Instructions' })
    expect(screen.queryByRole('button', { name: 'Preset' })).toBeNull()
    await user.type(field, 'Keep the order of the columns.')
    await user.click(screen.getByRole('button', { name: 'Preset' }))
    const name = screen.getByRole('textbox', { name: 'Name of the preset' })
    await user.clear(name)
    await user.type(name, 'coding')
    expect(screen.getByText('There is a preset of this name.')).toBeTruthy()
    await user.clear(name)
    await user.type(name, 'Columns{Enter}')
    await waitFor(() =>
      expect(bridge.workspace.settings.instructionPresets).toEqual([
        { name: 'Columns', text: 'Keep the order of the columns.' },
      ]),
    )
    // The same text is not offered twice.
    expect(screen.queryByRole('button', { name: 'Preset' })).toBeNull()
    const chip = screen.getByRole('button', { name: 'Columns' })
    expect(chip.getAttribute('aria-pressed')).toBe('true')
    await user.click(chip)
    expect(field).toHaveProperty('value', '')
    await user.click(chip)
    expect(field).toHaveProperty('value', 'Keep the order of the columns.')
    await user.click(screen.getByRole('button', { name: 'Delete the preset “Columns”' }))
    await waitFor(() => expect(bridge.workspace.settings.instructionPresets).toEqual([]))
    expect(field).toHaveProperty('value', 'Keep the order of the columns.')
  })

  test('S-160 one turn: Start is refused with the reason', async () => {
    const { user, log } = setUp({ turns: 1 })
    const start = await screen.findByRole('button', { name: 'Start compact' })
    const reason = 'Nothing to summarize yet: the only turn is kept.'
    await waitFor(() => expect(screen.getAllByText(reason)).toHaveLength(2))
    expect(start.getAttribute('aria-disabled')).toBe('true')
    await user.click(start)
    expect(log.started).toBe(0)
  })

  test('a summarizer without a key cannot be started and says so', async () => {
    const { user, log } = setUp()
    await user.click(await screen.findByRole('radio', { name: /gpt-5-mini/ }))
    expect(screen.getByText('gpt-5-mini has no key yet.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Start compact' }))
    expect(log.started).toBe(0)
  })

  test('what the prompt template could not fill in is listed', async () => {
    const unknown = { kind: 'unknown-variable', name: 'ticket_id' } as const
    setUp({
      plan: {
        problems: [
          { ...unknown, place: 'message:m-77', index: 30 },
          { ...unknown, place: 'systemPrompt' },
        ],
      },
    })
    const end = 'stands as [ticket_id] in what the summarizer reads.'
    expect(
      await screen.findByText(`Message 31 uses {{ticket_id}}, which this thread does not define. It ${end}`),
    ).toBeTruthy()
    expect(screen.getByText(/^The system prompt uses {{ticket_id}}/)).toBeTruthy()
  })

  test('B-84 Enter in the instructions, composing or not, never starts', async () => {
    const { user, log } = setUp()
    const field = await screen.findByRole('textbox', { name: 'Instructions' })
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true, keyCode: 229 })
    await user.type(field, 'a{Enter}b')
    expect(log.started).toBe(0)
  })
})

describe('preview', () => {
  test('S-165 S-202 sections appear while they are written; Stop keeps them and nothing is applied', async () => {
    const { user, routes } = setUp({ pieceMs: 4 })
    await user.click(await screen.findByRole('button', { name: 'Start compact' }))
    expect(await screen.findByText(/Never rewrite/)).toBeTruthy()
    expect(screen.getByText('Pass 1 of 1')).toBeTruthy()
    expect(screen.getByText('Apply is ready when the last section is written.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    expect(screen.getByText('Stopped')).toBeTruthy()
    expect(screen.getByText(/Never rewrite/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Apply compaction' }).getAttribute('aria-disabled')).toBe(
      'true',
    )
    await user.click(screen.getByRole('button', { name: 'Start again' }))
    expect(routes().filter((route) => route === 'compact.start')).toHaveLength(2)
  })

  test('a failure is told in the words of its code, and another summarizer is one click away', async () => {
    const { user } = setUp({ failure: 'rate-limit' })
    await user.click(await screen.findByRole('button', { name: 'Start compact' }))
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText(/rate limit/i)).toBeTruthy()
    expect(screen.getAllByText(/thread is unchanged/i).length).toBeGreaterThan(0)
    await user.click(screen.getByRole('button', { name: 'Other summarizer' }))
    expect(await screen.findByRole('radio', { name: /qwen3-8b/ })).toBeTruthy()
  })

  test('a failed summary leaves a way without one: only stale results are cleared', async () => {
    const savings = [{ step: 'microcompact', changed: 3, tokens: 18_600 }] as const
    const { user, bridge, onClose } = setUp({
      failure: 'rate-limit',
      plan: { inThread: { savings, usedTokens: 162_000, basis: 'usage', checkpoint: null } },
    })
    await user.click(await screen.findByRole('button', { name: 'Start compact' }))
    await user.click(await screen.findByRole('button', { name: 'Only clear tool results' }))
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
    const reduce = bridge.calls.find((call) => call.route === 'compact.reduce')
    expect(reduce?.input).toEqual({ thread: PATH, reductions: ['microcompact'] })
  })

  test('an edited line reaches main before Apply, even when Apply is pressed at once', async () => {
    const { user, onApplied, bridge } = setUp()
    await startAndFinish(user)
    await user.click(screen.getByRole('button', { name: 'Edit “Goal”' }))
    await user.paste(' Today.')
    await user.click(screen.getByRole('button', { name: 'Apply compaction' }))
    await waitFor(() => expect(onApplied).toHaveBeenCalledTimes(1))
    const edit = bridge.calls.find((call) => call.route === 'compact.edit')
    expect(JSON.stringify(edit?.input)).toContain('after a crash. Today.')
    const order = bridge.calls.map((call) => call.route)
    expect(order.indexOf('compact.edit')).toBeLessThan(order.indexOf('compact.apply'))
    expect(order.filter((route) => route === 'compact.apply')).toHaveLength(1)
  })

  test('an edit is marked and Reset brings the first text back', async () => {
    const { user } = setUp()
    await startAndFinish(user)
    await user.click(screen.getByRole('button', { name: 'Edit “Goal”' }))
    await user.paste(' Today.')
    await user.keyboard('{Escape}')
    expect(await screen.findByText('edited')).toBeTruthy()
    expect(screen.getByText(/crash\. Today\./)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Reset' }))
    await waitFor(() => expect(screen.queryByText('edited')).toBeNull())
    expect(screen.queryByText(/Today\./)).toBeNull()
  })

  test('S-167 Regenerate asks before edits are lost', async () => {
    const { user, log } = setUp()
    await startAndFinish(user)
    await user.click(screen.getByRole('button', { name: 'Edit “Goal”' }))
    await user.paste(' Today.')
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Regenerate' }))
    await user.click(await screen.findByRole('button', { name: 'Keep reading' }))
    expect(log.started).toBe(1)
    await user.click(screen.getByRole('button', { name: 'Regenerate' }))
    await user.click(await screen.findByRole('button', { name: 'Write anew' }))
    await waitFor(() => expect(log.started).toBe(2))
    expect(log.discarded).toEqual(['preview-1'])
  })

  test('one section is written anew; an edit of another stays, and Reset goes back to the new text', async () => {
    const { user, log } = setUp()
    await startAndFinish(user)
    await user.click(screen.getByRole('button', { name: 'Edit “Goal”' }))
    await user.paste(' Today.')
    // The open editor hands its text over before the other card is written.
    await user.click(screen.getByRole('button', { name: 'Regenerate “Key decisions”' }))
    const decisions = screen.getByRole('region', { name: 'Key decisions' })
    expect(await within(decisions).findByText('Written anew.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(screen.getByText(/crash\. Today\./)).toBeTruthy()
    expect(screen.getAllByText('edited')).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Regenerate “Goal”' }))
    await user.click(await screen.findByRole('button', { name: 'Keep reading' }))
    expect(screen.getByText(/crash\. Today\./)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Regenerate “Goal”' }))
    await user.click(await screen.findByRole('button', { name: 'Write anew' }))
    await waitFor(() => expect(screen.queryByText('edited')).toBeNull())
    expect(screen.getAllByText('Written anew.')).toHaveLength(2)
    expect(log.started).toBe(1)
  })

  test('a section that cannot be written anew keeps its text and says why', async () => {
    const { user } = setUp({ rewriteFailure: 'rate-limit' })
    await startAndFinish(user)
    await user.click(screen.getByRole('button', { name: 'Regenerate “Goal”' }))
    expect((await screen.findByRole('alert')).textContent).toContain('The text is kept.')
    expect(screen.getByText(/also after a crash/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Apply compaction' }).getAttribute('aria-disabled')).toBeNull()
  })

  test('Stop ends the writing of one section and brings its text back', async () => {
    const { user } = setUp({ rewriteMs: 500 })
    await startAndFinish(user)
    await user.click(screen.getByRole('button', { name: 'Regenerate “Goal”' }))
    await user.click(await screen.findByRole('button', { name: 'Stop' }))
    expect(screen.getByText(/also after a crash/)).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull()
  })

  test('a missing fact joins the summary or is ignored, and the count follows', async () => {
    const { user } = setUp()
    await startAndFinish(user)
    expect(screen.getByText('4 of 252 facts')).toBeTruthy()
    const [add] = screen.getAllByRole('button', { name: 'Add to summary' })
    if (add === undefined) throw new Error('No missing fact is shown.')
    await user.click(add)
    expect(await screen.findByText('3 of 252 facts')).toBeTruthy()
    const [ignore] = screen.getAllByRole('button', { name: 'Ignore' })
    if (ignore === undefined) throw new Error('No missing fact is shown.')
    await user.click(ignore)
    expect(screen.getByText('2 of 252 facts')).toBeTruthy()
  })

  test('S-166 Apply is refused with its reason and the thread stays as it is', async () => {
    const { user, log } = setUp({ preview: { blocks: ['no-shrink'] } })
    await startAndFinish(user)
    expect(screen.getByText('The copy would not be smaller. Keep fewer turns.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Apply compaction' }))
    expect(log.applied).toEqual([])
  })

  test('a full disk is told in the wizard; another folder takes the copy', async () => {
    const { user, log, onApplied } = setUp({ applyFailure: 'disk-full' })
    await startAndFinish(user)
    await user.click(screen.getByRole('button', { name: 'Apply compaction' }))
    expect(await screen.findByText(/The disk is full/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Save in another folder…' }))
    await waitFor(() => expect(onApplied).toHaveBeenCalledTimes(1))
    expect(log.applied).toEqual([{ folder: null }, { folder: '/media/usb' }])
  })

  test('two clicks on Apply make one copy', async () => {
    const { user, log, onApplied } = setUp()
    await startAndFinish(user)
    await user.dblClick(screen.getByRole('button', { name: 'Apply compaction' }))
    await waitFor(() => expect(onApplied).toHaveBeenCalledTimes(1))
    expect(log.applied).toHaveLength(1)
  })

  test('a source that changes meanwhile makes the preview stale', async () => {
    const { user, bridge } = setUp()
    await startAndFinish(user)
    bridge.send('thread.changed', { thread: PATH, kind: 'changed' })
    expect(await screen.findByText('The source changed while you were reading.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Apply compaction' }).getAttribute('aria-disabled')).toBe(
      'true',
    )
  })

  test('Compare shows the message of a missing fact; the ledger shows the request', async () => {
    const { user } = setUp()
    await startAndFinish(user)
    await user.click(screen.getByRole('button', { name: 'turn 6' }))
    expect(await screen.findByRole('radio', { name: 'Missing 4', checked: true })).toBeTruthy()
    expect(await screen.findByText('no retries on 412')).toBeTruthy()
    await user.click(screen.getByRole('tab', { name: 'What the model sees' }))
    expect(await screen.findByText('176 messages beneath, not sent')).toBeTruthy()
  })
})

describe('after a failure', () => {
  test('a refused key leads to the settings, and Retry keeps the focus in the dialog', async () => {
    const { user, onClose } = setUp({ failure: 'auth' })
    await user.click(await screen.findByRole('button', { name: 'Start compact' }))
    expect(await screen.findByRole('button', { name: 'Open provider settings' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(document.activeElement?.className).toContain('wz-step'))
    await screen.findByRole('button', { name: 'Retry' })
    await user.keyboard('{Escape}')
    const question = screen.queryByRole('dialog', { name: 'Close without applying?' })
    expect(question !== null || onClose.mock.calls.length === 1).toBe(true)
  })

  test('the footer says how much goes to which server', async () => {
    const { user } = setUp()
    await user.click(await screen.findByRole('radio', { name: /qwen3-8b/ }))
    expect(screen.getByText(/^Sends ≈\d+(\.\d+)?k tokens to localhost:11434 when you start\.$/)).toBeTruthy()
  })
})

describe('leaving', () => {
  test('Escape closes at once while there is nothing to lose', async () => {
    const { user, onClose } = setUp()
    await screen.findByRole('slider')
    await user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  test('S-171 Escape asks when a preview exists; closing gives it back once and applies nothing', async () => {
    const { user, onClose, log } = setUp()
    await startAndFinish(user)
    await user.keyboard('{Escape}')
    expect(onClose).not.toHaveBeenCalled()
    const question = await screen.findByRole('dialog', { name: 'Close without applying?' })
    expect(document.activeElement?.textContent).toBe('Keep reading')
    const [, close] = within(question).getAllByRole('button', { name: 'Close' })
    if (close === undefined) throw new Error('The question has no answer.')
    await user.click(close)
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
    expect(log.discarded).toEqual(['preview-1'])
    expect(log.applied).toEqual([])
  })

  test('taking the dialog off the page mid-stream cancels it', async () => {
    const { user, unmount, held } = setUp({ pieceMs: 3 })
    await user.click(await screen.findByRole('button', { name: 'Start compact' }))
    await screen.findByText(/Never rewrite/)
    unmount()
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(held.size).toBe(0)
  })
})

describe('a checkpoint in this thread', () => {
  const inThread = {
    savings: [
      { step: 'collapse', changed: 3, tokens: 9400 },
      { step: 'truncate-arguments', changed: 2, tokens: 3100 },
      { step: 'microcompact', changed: 0, tokens: 0 },
    ],
    usedTokens: 9_900,
    basis: 'usage',
    checkpoint: null,
  } as const

  test('C-13 a copy is the default, and says why it takes no reductions', async () => {
    const { user, bridge } = setUp({ plan: { inThread } })
    expect(await screen.findByText(/Not for a copy/)).toBeTruthy()
    expect(screen.queryByRole('checkbox')).toBeNull()
    await startAndFinish(user)
    const start = bridge.calls.find(({ route }) => route === 'compact.start')
    expect(start?.input).toMatchObject({ options: { result: 'copy', reductions: [] } })
  })

  test('each reduction shows its saving, and what is ticked is sent with Start', async () => {
    const { user, bridge } = setUp({ plan: { inThread } })
    await user.click(await screen.findByRole('radio', { name: 'A checkpoint in this thread' }))
    expect(screen.getByText('saves ≈9.4k')).toBeTruthy()
    expect(screen.getByText(/The provider counted 9\.9k, which the meter shows/)).toBeTruthy()
    expect(screen.getByText('nothing to do')).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: 'Fold read and search traces' }))
    await startAndFinish(user)
    const start = bridge.calls.find(({ route }) => route === 'compact.start')
    expect(start?.input).toMatchObject({ options: { result: 'thread', reductions: ['collapse'] } })
    expect(screen.getByText(/Adds a checkpoint to this thread/)).toBeTruthy()
  })

  test.each(['A copy beside this thread', 'A checkpoint in this thread'])(
    'a missing fact can be pinned and unpinned; its message stays word for word, and what that costs is told: %s',
    async (result) => {
      const { user, bridge } = setUp({ plan: { inThread } })
      await user.click(await screen.findByRole('radio', { name: result }))
      await startAndFinish(user)
      const facts = screen.getAllByRole('button', { name: 'Add to summary' }).length
      const [pin] = screen.getAllByRole('button', { name: 'Pin original' })
      if (pin === undefined) throw new Error('No missing fact is shown.')
      await user.click(pin)
      expect(await screen.findByText(/1 message is pinned and stays word for word/)).toBeTruthy()
      const call = bridge.calls.find(({ route }) => route === 'compact.pin')
      expect(call?.input).toMatchObject({ isOn: true })
      expect(screen.getAllByRole('button', { name: 'Add to summary' }).length).toBeLessThanOrEqual(facts)
      await user.click(screen.getByRole('button', { name: 'Unpin the message of turn 3' }))
      await waitFor(() => expect(screen.queryByText(/is pinned and stays/)).toBeNull())
    },
  )

  test('pins that do not fit the window are told with both numbers and what can be done', async () => {
    const { user } = setUp({
      plan: { inThread, windowTokens: 20_000 },
      preview: { tokensAfter: 31_000 },
    })
    await startAndFinish(user)
    expect(screen.queryByText(/the window is 20k/)).toBeNull()
    const [pin] = screen.getAllByRole('button', { name: 'Pin original' })
    if (pin === undefined) throw new Error('No missing fact is shown.')
    await user.click(pin)
    expect(
      await screen.findByText(/With its pins this comes to ≈31k; the window is 20k\. Unpin messages/),
    ).toBeTruthy()
  })

  test('an update tells which checkpoint it updates and what changed since, edits at once', async () => {
    const { user } = setUp({ plan: { inThread, hasCheckpoint: true } })
    await startAndFinish(user)
    expect(screen.getByText('Updates checkpoint 1')).toBeTruthy()
    await user.click(screen.getByRole('tab', { name: 'Changes since' }))
    const changes = screen.getByRole('region', { name: 'Changes since' })
    expect(changes.textContent).toMatch(/2 dropped\./)
    expect(within(changes).getByText('No key for the gateway yet').tagName).toBe('DEL')
  })

  test('a first checkpoint has no changes to show', async () => {
    const { user } = setUp({ plan: { inThread } })
    await startAndFinish(user)
    expect(screen.queryByRole('tab', { name: 'Changes since' })).toBeNull()
  })

  test.each([
    [{ usedTokens: 171_300, basis: 'usage', checkpoint: null }, /provider counted 171k, which the meter/],
    [{ usedTokens: 171_300, basis: 'estimate', checkpoint: null }, /meter shows ≈171k: with the tools/],
    [{ usedTokens: 31_200, basis: 'usage', checkpoint: 2 }, /over checkpoint 2, is 31\.2k by the provider/],
    [{ usedTokens: 31_200, basis: 'estimate', checkpoint: 2 }, /over checkpoint 2, is ≈31\.2k, as the meter/],
  ] as const)(
    'the band says whose number it shows where the meter shows another: %o',
    async (sizes, words) => {
      setUp({ plan: { inThread: { ...inThread, ...sizes } } })
      expect(await screen.findByText(words)).toBeTruthy()
    },
  )

  test('only these, no summary: the chosen ones are sent and no model is asked', async () => {
    const { user, bridge, log, onClose } = setUp({ plan: { inThread } })
    await user.click(await screen.findByRole('radio', { name: 'A checkpoint in this thread' }))
    const only = screen.getByRole('button', { name: 'Only these, no summary' })
    expect(only.getAttribute('aria-disabled')).toBe('true')
    await user.click(screen.getByRole('checkbox', { name: 'Shorten old tool arguments' }))
    await user.click(only)
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    const asked = bridge.calls.find(({ route }) => route === 'compact.reduce')
    expect(asked?.input).toEqual({ thread: PATH, reductions: ['truncate-arguments'] })
    expect(log.started).toBe(0)
  })

  test('a thread that can hold none offers the copy alone', async () => {
    setUp()
    expect(await screen.findByText('A copy beside this thread')).toBeTruthy()
    expect(screen.queryByRole('radio', { name: 'A checkpoint in this thread' })).toBeNull()
  })
})

test('a copy that goes into another folder is told with that folder in every step', async () => {
  const { user } = setUp({ plan: { copyFolder: 'research' } }, { skipIntroduction: false })
  expect(await screen.findByText(/is written into the folder “research”/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByText('A copy in the folder “research”')).toBeTruthy()
  await startAndFinish(user)
  expect(await screen.findByText(/^Writes .* into the folder “research”\./)).toBeTruthy()
  expect(screen.queryByText(/beside this thread/)).toBeNull()
})

test('every word is Chinese when the program is', async () => {
  const { user } = setUp({ language: 'zh-CN' }, { skipIntroduction: true, language: 'zh-CN' })
  expect(await screen.findByText('将 176 条消息（第 1–44 轮）写成摘要，最近 3 轮原样保留。')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '开始压缩' }))
  expect(await screen.findByText('保留情况报告')).toBeTruthy()
  expect(screen.getByRole('button', { name: '应用压缩' })).toBeTruthy()
})
