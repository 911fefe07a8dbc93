// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { RenameField } from './rename-field.tsx'

afterEach(cleanup)

function show() {
  const onRename = vi.fn()
  const onCancel = vi.fn()
  render(<RenameField name="plan.json" label="Name" onRename={onRename} onCancel={onCancel} />)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
  return { field, onRename, onCancel }
}

test('the stem is selected, so that typing keeps the ending', () => {
  const { field } = show()
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 4])
})
test('B-84 the Enter that ends a composition does not rename', () => {
  const { field, onRename } = show()
  fireEvent.change(field, { target: { value: '计划.json' } })
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })
  expect(onRename).not.toHaveBeenCalled()
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(onRename).toHaveBeenCalledWith('计划.json')
})
test('B-84 the Escape of a composition does not give up', () => {
  const { field, onCancel } = show()
  fireEvent.keyDown(field, { key: 'Escape', isComposing: true })
  expect(onCancel).not.toHaveBeenCalled()
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(onCancel).toHaveBeenCalledOnce()
})
test('Enter and leaving together rename once', () => {
  const { field, onRename } = show()
  fireEvent.change(field, { target: { value: 'x.json' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  fireEvent.blur(field)
  expect(onRename).toHaveBeenCalledOnce()
})
test('an empty or unchanged name changes nothing', () => {
  const { field, onRename, onCancel } = show()
  fireEvent.change(field, { target: { value: '  ' } })
  fireEvent.blur(field)
  expect(onRename).not.toHaveBeenCalled()
  expect(onCancel).toHaveBeenCalledOnce()
})
