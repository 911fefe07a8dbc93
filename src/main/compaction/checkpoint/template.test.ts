import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CheckpointSection } from '../../../shared/compact/checkpoint.ts'
import { recastSections } from '../extractive/recast.ts'
import { composeCheckpointBody, parseCheckpointBody } from './compose.ts'
import { parseNarrative } from './narrative-parser.ts'
import { buildSummaryRequest } from './prompt.ts'
import { CHECKPOINT_TEMPLATE, SEVEN_TEMPLATE, type Template, templateOf } from './template.ts'
import { validateCheckpoint } from './validate.ts'
import { wrapCheckpoint } from './wrapper.ts'

const OWN = templateOf({ kind: 'custom', headings: ['Where we are', 'Open questions', 'Next steps'] })

function request(template: Template, direction: 'prefix' | 'segment' = 'prefix') {
  return buildSummaryRequest({
    conversation: '<msg n="1">hello</msg>',
    previous: null,
    facts: '',
    instructions: '',
    localDate: '2026-03-02, Monday',
    timeZone: 'Europe/Vienna',
    language: 'en',
    detail: 'standard',
    budgetChars: 4_000,
    pass: 1,
    passes: 1,
    template,
    direction,
  })
}

const narrative = (key: CheckpointSection['key'], text: string): CheckpointSection => ({
  key,
  lane: 'narrative',
  text,
})

test('S-133 template seven asks for its seven sections, in order and for nothing else', () => {
  const headings = [...request(SEVEN_TEMPLATE).system.matchAll(/^#+ (.+)$/gm)].map((match) => match[1])
  expect(headings).toEqual([
    'Request and Intent',
    'Technical Context',
    'Files and Code',
    'Errors and Fixes',
    'Current State',
    'Pending Work',
    'Next Step',
  ])
  expect(request(SEVEN_TEMPLATE).user).toContain('beginning with "## Request and Intent"')
})

test.each([
  ['checkpoint', CHECKPOINT_TEMPLATE, 'Goal'],
  ['seven', SEVEN_TEMPLATE, 'Request and Intent'],
  ['custom', OWN, 'Where we are'],
] as const)('C-05 template %s is checked by its own required headings', (_name, template, heading) => {
  const first = template.find(({ lane }) => lane === 'narrative')?.key ?? 'goal'
  const body = composeCheckpointBody([narrative(first, '- The importer is half done.')], template)
  expect(validateCheckpoint(wrapCheckpoint(body), template)).toEqual([])
  const broken = wrapCheckpoint(body.replace(`## ${heading}`, 'Something else'))
  expect(validateCheckpoint(broken, template)).toContainEqual({ kind: 'missing-heading', heading })
})

test('C-05 facts by code stand behind the headings of every template, and nothing stands there without facts', () => {
  const rule: CheckpointSection = { key: 'rules', lane: 'facts', text: '- Never push to main.' }
  const body = composeCheckpointBody([narrative('goal', '- Ship it.'), rule], SEVEN_TEMPLATE)
  expect(body.indexOf('## Facts')).toBeGreaterThan(body.indexOf('## Next Step'))
  expect(body).toContain('### Rules (word for word)\n- Never push to main.')
  expect(composeCheckpointBody([narrative('goal', '- Ship it.')], SEVEN_TEMPLATE)).not.toContain('Facts')
})

test('C-05 what a summarizer writes under the headings of a template comes back section by section', () => {
  const text = 'Sure!\n## Where we are\n- at the border\n## Open questions\n- none\n## Next steps\n1. cross\n'
  expect(parseNarrative(text, OWN).sections.map(({ key, text: said }) => [key, said])).toEqual([
    ['custom-0', '- at the border'],
    ['custom-1', ''],
    ['custom-2', '1. cross'],
  ])
})

test('C-05 the built-in summarizer loses no section on the way into another template', () => {
  const section = fc.record({
    key: fc.constantFrom('goal', 'constraints', 'done', 'in-progress', 'blocked', 'decisions', 'context'),
    text: fc.stringMatching(/^[a-z]{3,12}$/).map((word) => `- ${word}`),
  })
  fc.assert(
    fc.property(
      fc.uniqueArray(section, { selector: ({ key }) => key }),
      fc.constantFrom(SEVEN_TEMPLATE, OWN),
      (said, template) => {
        const sections = said.map(({ key, text }) => narrative(key as CheckpointSection['key'], text))
        const body = composeCheckpointBody(recastSections(sections, template), template)
        for (const { text } of said) expect(body).toContain(text)
        expect(
          parseCheckpointBody(body, template)
            .map(({ text }) => text)
            .join('\n'),
        ).toContain(said[0]?.text ?? '')
      },
    ),
  )
})

test('S-037 a recent segment is asked for in other words than an earlier prefix', () => {
  const prefix = request(CHECKPOINT_TEMPLATE).system
  const segment = request(CHECKPOINT_TEMPLATE, 'segment').system
  expect(prefix).toContain('nothing of what came before')
  expect(segment).toContain('do not retell what came before')
  expect(segment).not.toContain('nothing of what came before')
})

test('S-038 both directions get the local date and zone to resolve relative dates with', () => {
  for (const direction of ['prefix', 'segment'] as const)
    expect(request(CHECKPOINT_TEMPLATE, direction).system).toContain(
      'Today is 2026-03-02, Monday in Europe/Vienna.',
    )
})
