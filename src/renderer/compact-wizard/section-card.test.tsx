// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { CheckpointSection } from '../../shared/compact/checkpoint.ts'
import { renderInApp } from '../testing/render-app.tsx'
import { CheckpointEditor } from './checkpoint-editor.tsx'

afterEach(cleanup)

function show(sections: readonly CheckpointSection[]) {
  renderInApp(
    <CheckpointEditor sections={sections} texts={new Map()} writer="built-in" onText={() => undefined} />,
  )
}

test('a section without words of its own names the facts that speak of the same', () => {
  show([
    { key: 'context', lane: 'narrative', text: '- None' },
    { key: 'errors', lane: 'facts', text: '- tsc: TS2345' },
  ])
  expect(screen.getByText(/what was found stands under “Unresolved errors”/)).toBeTruthy()
})

test('where no facts stand either, nothing is written', () => {
  show([{ key: 'context', lane: 'narrative', text: '' }])
  expect(screen.getByText('Nothing is written here.')).toBeTruthy()
})
