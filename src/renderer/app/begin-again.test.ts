// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { AppError } from '../../shared/ipc/errors.ts'
import { createClient } from '../bridge/client.ts'
import { createFakeBridge } from '../testing/fake-bridge.ts'
import { beginAgainWithCore } from './begin-again.ts'

test('a draft on its way to the core that died is saved by the next one before the page loads again', async () => {
  let isDead = true
  let die: () => void = () => undefined
  const dead = new Promise<void>((resolve) => {
    die = resolve
  })
  const saved: string[] = []
  const bridge = createFakeBridge({
    requests: {
      'draft.save': async ({ text }) => {
        if (isDead) {
          await dead
          throw new AppError('internal', 'It stopped.')
        }
        saved.push(text)
        return null
      },
    },
  })
  const client = createClient(bridge)
  const target = Object.assign(new EventTarget(), { document })
  let unsaved: string | null = null
  const save = (text: string) => {
    client.request('draft.save', { thread: 't.json', text }).catch(() => {
      unsaved = text
    })
  }
  target.addEventListener('pagehide', () => {
    if (unsaved !== null) save(unsaved)
  })
  const reload = vi.fn(() => expect(saved).toEqual(['half a sentence']))
  beginAgainWithCore(client, target, reload)

  save('half a sentence')
  // The window may hear of the new core before the old one's refusal.
  bridge.send('core.restarted', {})
  bridge.send('core.restarted', {})
  isDead = false
  die()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
})

test('an open dialog is the person’s to end; the page loads again when it is closed', async () => {
  const bridge = createFakeBridge()
  const dialog = document.createElement('dialog')
  dialog.setAttribute('open', '')
  document.body.append(dialog)
  const reload = vi.fn()
  const hidden = vi.fn()
  const target = Object.assign(new EventTarget(), { document })
  target.addEventListener('pagehide', hidden)
  beginAgainWithCore(createClient(bridge), target, reload)
  bridge.send('core.restarted', {})
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(reload).not.toHaveBeenCalled()
  // What is typed meanwhile is saved too.
  expect(hidden).not.toHaveBeenCalled()
  dialog.removeAttribute('open')
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  expect(hidden).toHaveBeenCalledTimes(1)
  dialog.remove()
})
