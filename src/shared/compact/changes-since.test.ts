import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesSince } from './changes-since.ts'
import type { CheckpointSection } from './checkpoint.ts'

const section = (key: CheckpointSection['key'], text: string): CheckpointSection => ({
  key,
  lane: 'narrative',
  text,
})

test('a line that is new, gone or told otherwise is named; one that only moved is not', () => {
  const before = [section('done', '- Wrote the journal\n- Ran the first suite\n- Asked for a key')]
  const now = [section('done', '- Ran the first suite\n- Wrote the journal twice\n- Shipped it')]
  expect(changesSince(before, now)).toEqual([
    {
      key: 'done',
      changes: [
        { kind: 'changed', before: '- Wrote the journal', text: '- Wrote the journal twice' },
        { kind: 'added', text: '- Shipped it' },
        { kind: 'dropped', text: '- Asked for a key' },
      ],
    },
  ])
})

test('a section that says nothing now, or nothing before, is all dropped or all new', () => {
  expect(
    changesSince(
      [section('blocked', '- Waits for the key'), section('goal', 'Ship it')],
      [section('blocked', '- None'), section('goal', 'Ship it'), section('plan', '- [ ] Release')],
    ),
  ).toEqual([
    { key: 'blocked', changes: [{ kind: 'dropped', text: '- Waits for the key' }] },
    { key: 'plan', changes: [{ kind: 'added', text: '- [ ] Release' }] },
  ])
})

test('lines of one form about different things are not one line told otherwise', () => {
  const step = (number: number) =>
    `- Step ${number}: make src/part-${number}.ts keep its order after a restart`
  const [done] = changesSince([section('done', step(1))], [section('done', step(58))])
  expect(done?.changes.map(({ kind }) => kind)).toEqual(['added', 'dropped'])
})

test('Chinese lines with most signs in common are one line told otherwise', () => {
  const [changed] = changesSince([section('goal', '周一发布第九部分')], [section('goal', '周二发布第九部分')])
  expect(changed?.changes[0]?.kind).toBe('changed')
})

test('the same checkpoint has no changes, whatever it says', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (lines) => {
      const sections = [section('context', lines.join('\n'))]
      expect(changesSince(sections, sections)).toEqual([])
    }),
  )
})

test('an item with other signs around its words, or in another section, is the same item', () => {
  const before = [section('done', '- Wrote `src/a.ts`, then ran it.\n- Ask for the key')]
  const now = [
    section('done', '* Wrote src/a.ts then **ran** it'),
    section('next-steps', '- Ask for the key.'),
  ]
  expect(changesSince(before, now).flatMap(({ changes }) => changes.map(({ kind }) => kind))).toEqual([
    'added',
  ])
})
