// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { CompactWizardProps } from '../../app/slots.ts'
import { renderThread } from '../testing/render-thread.tsx'

afterEach(cleanup)
vi.setConfig({ testTimeout: 30_000 })

/** Stands for the wizard: it says which range it was opened with. */
function Wizard({ range }: CompactWizardProps) {
  return <p>{range == null ? 'wizard as planned' : `wizard ${range.kind} ${range.index}`}</p>
}

async function menuOf(index: number) {
  const person = userEvent.setup()
  await renderThread({ turns: 4, slots: { CompactWizard: Wizard } })
  const rows = await screen.findAllByRole('button', { name: 'Message actions' })
  const row = rows[index] ?? rows.at(index)
  if (row === undefined) throw new Error('there is no such row')
  await person.click(row)
  return person
}

test('a message opens the wizard up to its turn, or from it on', async () => {
  const person = await menuOf(0)
  const menu = await screen.findByRole('menu')
  await person.click(within(menu).getByRole('menuitem', { name: 'Compact up to here…' }))
  expect(await screen.findByText(/^wizard up-to \d+$/)).toBeTruthy()
  cleanup()
  const again = await menuOf(2)
  await again.click(await screen.findByRole('menuitem', { name: 'Compact from here…' }))
  expect(await screen.findByText(/^wizard from \d+$/)).toBeTruthy()
})

test('the last turn offers neither, and says why', async () => {
  await menuOf(-1)
  for (const name of ['Compact up to here…', 'Compact from here…']) {
    const item = await screen.findByRole('menuitem', { name: new RegExp(name) })
    expect(item.getAttribute('aria-disabled')).toBe('true')
    expect(item.textContent).toContain('The last turn is always kept.')
  }
})
