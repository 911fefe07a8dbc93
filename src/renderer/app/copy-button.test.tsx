// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { AppError } from '../../shared/ipc/errors.ts'
import { createFakeBridge } from '../testing/fake-bridge.ts'
import { renderInApp } from '../testing/render-app.tsx'
import { ToastRegion } from '../ui/toast.tsx'
import { CopyButton } from './copy-button.tsx'
import { useToasts } from './toasts-context.ts'
import { useCopy } from './use-copy.ts'

afterEach(cleanup)

function refusing() {
  return createFakeBridge({
    requests: {
      'clipboard.write': () => {
        throw new AppError('io-failed', 'The clipboard is taken.')
      },
    },
  })
}

function ByHook() {
  const copy = useCopy()
  return (
    <>
      <button type="button" onClick={() => copy(Promise.resolve('later'))}>
        copy it
      </button>
      <ToastRegion toasts={useToasts()} label="Notices" closeLabel="Close" />
    </>
  )
}

test('a button says on itself that the text is on the clipboard, and that it is not', async () => {
  const bridge = createFakeBridge()
  renderInApp(<CopyButton label="Copy details" text={() => 'words'} />, { bridge })
  fireEvent.click(screen.getByRole('button', { name: 'Copy details' }))
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy()
  expect(bridge.calls.find(({ route }) => route === 'clipboard.write')?.input).toEqual({ text: 'words' })
  cleanup()
  renderInApp(<CopyButton label="Copy details" text={() => 'words'} />, { bridge: refusing() })
  fireEvent.click(screen.getByRole('button', { name: 'Copy details' }))
  expect(await screen.findByRole('button', { name: /^Not copied\. The disk did not answer/ })).toBeTruthy()
})

test('what has no words of its own is told as a notice, also when the clipboard refuses', async () => {
  renderInApp(<ByHook />, { bridge: createFakeBridge() })
  fireEvent.click(screen.getByRole('button', { name: 'copy it' }))
  expect(await screen.findByText('Copied')).toBeTruthy()
  cleanup()
  renderInApp(<ByHook />, { bridge: refusing() })
  fireEvent.click(screen.getByRole('button', { name: 'copy it' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Not copied\./)
})
