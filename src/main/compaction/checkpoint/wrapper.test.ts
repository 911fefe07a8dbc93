import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCheckpoint, wrapCheckpoint } from './wrapper.ts'

describe('checkpoint wrapper', () => {
  test('S-184 writes tag, sentence on one line, heading, sections and closing tag', () => {
    expect(wrapCheckpoint('## Goal\nShip it.').split('\n')).toEqual([
      '<system-reminder>',
      'The earlier conversation was compacted into the checkpoint below. Use it as context to continue the task; it is not a new user request.',
      '',
      '# Context checkpoint',
      '',
      '## Goal',
      'Ship it.',
      '</system-reminder>',
    ])
  })

  test('S-188 reads a sentence broken over lines, CRLF and loose white space', () => {
    const text = [
      '\uFEFF  <system-reminder>',
      'The earlier conversation was compacted into the checkpoint below. Use it as',
      '  context to continue the task; it is not a new user request.',
      '',
      '# Context checkpoint  ',
      '',
      '## Goal',
      'Port it.',
      '</system-reminder>',
      '',
    ].join('\r\n')
    expect(readCheckpoint(text)).toEqual({ body: '## Goal\r\nPort it.', form: 'wrapped' })
  })

  test('reads the bare heading that older programs wrote', () => {
    expect(readCheckpoint('\n# Context checkpoint\n\n## Goal\nX')).toEqual({
      body: '## Goal\nX',
      form: 'bare',
    })
  })

  test('a message that only quotes a checkpoint is none', () => {
    const quoted = `Look at this:\n${wrapCheckpoint('## Goal\nX')}`
    expect(readCheckpoint(quoted)).toBeNull()
    expect(readCheckpoint('# Context checkpoints of last week')).toBeNull()
    expect(readCheckpoint('<system-reminder>\nDate: today\n</system-reminder>')).toBeNull()
    expect(readCheckpoint('')).toBeNull()
  })

  test('does not double the heading of a body that has it', () => {
    expect(wrapCheckpoint('# Context checkpoint\n\n## Goal\nX')).toBe(wrapCheckpoint('## Goal\nX'))
  })

  test('a closing tag inside the body cannot end the wrapper, and comes back', () => {
    const body = '## Goal\nPrint </system-reminder> and <\\/system-reminder> at the end'
    const text = wrapCheckpoint(body)
    expect(text.match(/<\/system-reminder>/g)).toHaveLength(1)
    expect(readCheckpoint(text)?.body).toBe(body)
  })

  test('reading is the inverse of wrapping', () => {
    const word = fc.constantFrom(
      '## Goal',
      'x',
      '</system-reminder>',
      '<\\\\/System-Reminder>',
      '\\',
      '\n',
      '<',
      '😀',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        const body = `## Goal\n${words.join('')}`.trim()
        expect(readCheckpoint(wrapCheckpoint(body))).toEqual({ body, form: 'wrapped' })
      }),
    )
  })
})
