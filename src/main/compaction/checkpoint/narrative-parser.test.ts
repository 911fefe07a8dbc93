import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseNarrative } from './narrative-parser.ts'

const GOOD = `## Goal
Ship the reader.

## Constraints & Preferences
- Node 20

## Progress
### Done
- [x] lexer
### In Progress
- [ ] tests
### Blocked
- None

## Key Decisions
- Byte offsets

## Next Steps
1. Run \`npm test\`

## Critical Context
- src/lex.ts
`

function said(text: string): Record<string, string> {
  return Object.fromEntries(parseNarrative(text).sections.map(({ key, text: words }) => [key, words]))
}

const GOOD_SECTIONS = {
  goal: 'Ship the reader.',
  constraints: '- Node 20',
  done: '- [x] lexer',
  'in-progress': '- [ ] tests',
  blocked: '',
  decisions: '- Byte offsets',
  'next-steps': '1. Run `npm test`',
  context: '- src/lex.ts',
}

describe('narrative of a summarizer', () => {
  test('a text as asked for has no problems', () => {
    expect(said(GOOD)).toEqual(GOOD_SECTIONS)
    expect(parseNarrative(GOOD).problems).toEqual([])
  })

  test.each([
    ['a fence about the whole', `\`\`\`markdown\n${GOOD}\`\`\`\n`],
    [
      'the wrapper of a checkpoint',
      `<system-reminder>\nThe earlier conversation was compacted into the checkpoint below. Use it as context to continue the task; it is not a new user request.\n\n# Context checkpoint\n\n${GOOD}</system-reminder>`,
    ],
    ['summary tags', `<summary>\n${GOOD}</summary>`],
    ['thoughts before it', `<think>\n## Goal\nnot this\n</think>\n${GOOD}`],
    ['other heading levels', GOOD.replace(/^##/gm, '####')],
    ['bold headings', GOOD.replace(/^#+ (.*)$/gm, '**$1:**')],
    ['CRLF', GOOD.replaceAll('\n', '\r\n')],
  ])('reads through %s', (_, text) => {
    expect(said(text)).toEqual(GOOD_SECTIONS)
  })

  test('reads translated headings', () => {
    expect(said('## 目标\n发布\n\n## 进展\n### 已完成\n- 甲\n\n## 下一步\n1. 乙\n')).toEqual({
      goal: '发布',
      done: '- 甲',
      'next-steps': '1. 乙',
    })
  })

  test('leaves a preamble out and says so', () => {
    const { sections, problems } = parseNarrative(`Sure, here it is:\n\n${GOOD}`)
    expect(sections[0]?.text).toBe('Ship the reader.')
    expect(problems).toEqual([{ kind: 'preamble', text: 'Sure, here it is:' }])
  })

  test('drops sections that code writes', () => {
    const { sections, problems } = parseNarrative(`${GOOD}\n### Files modified\n- /etc/passwd\n`)
    expect(JSON.stringify(sections)).not.toContain('passwd')
    expect(problems).toEqual([{ kind: 'facts-heading', key: 'files-modified' }])
  })

  test('B-42 nothing, white space and prose without headings are empty', () => {
    for (const text of ['', ' \n', 'BANANA', '## Goal\n- None\n']) {
      expect(parseNarrative(text).problems).toContainEqual({ kind: 'empty' })
    }
  })

  test('names the headings that are missing', () => {
    const missing = parseNarrative(GOOD.replace('## Key Decisions', '- and')).problems
    expect(missing).toEqual([{ kind: 'missing-heading', key: 'decisions' }])
  })

  test('while streaming, a half heading never shows and finished sections stay as they are', () => {
    const final = new Map(Object.entries(GOOD_SECTIONS))
    for (let length = 0; length <= GOOD.length; length++) {
      for (const section of parseNarrative(GOOD.slice(0, length)).sections) {
        expect(section.text).not.toContain('#')
        if (section.isComplete) expect(section.text).toBe(final.get(section.key))
      }
    }
    expect(parseNarrative('## Goal\nShip\n## Key Dec').sections).toEqual([
      { key: 'goal', text: 'Ship', isComplete: false },
    ])
  })

  test('never throws on any text', () => {
    const piece = fc.constantFrom(
      '## Goal',
      '```',
      '<think>',
      '\n',
      '**',
      '- x',
      '### Done',
      '#',
      '\ud83d',
      '</summary>',
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => Array.isArray(parseNarrative(pieces.join('')).sections)),
    )
  })
})
