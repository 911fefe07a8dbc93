import { describe, expect, test } from 'vitest'
import { sampleMessage } from '../../testing/message-samples.ts'
import { wrapCheckpoint } from '../checkpoint/wrapper.ts'
import { sketchMessage } from './sketch.ts'

const variables = new Set(['current_date', 'available_skills', 'team'])

function scoreOf(text: string): number {
  return sketchMessage(sampleMessage('user', text), variables).metaTextScore
}

describe('sketch of a message', () => {
  test('scores tags, known variables, skills and dates for the meta prompt', () => {
    expect(scoreOf('hello')).toBe(0)
    expect(scoreOf('<system-reminder>\nbe brief')).toBe(2)
    expect(scoreOf('\r\n <system-reminder>\nbe brief\n</system-reminder>\r\n')).toBe(3)
    expect(scoreOf('We are {{ team.size }}')).toBe(1)
    expect(scoreOf('{{current_date}}')).toBe(2)
    expect(scoreOf('{{ available_skills }} {{current_date}}')).toBe(3)
    expect(scoreOf('{{ update }} {{unknown}}')).toBe(0)
    expect(scoreOf('<system-reminder>{{- current_date }}{{available_skills}}</system-reminder>')).toBe(6)
  })

  test('a user message of white space alone is empty; a picture or unknown block is not', () => {
    const image = { kind: 'image', mimeType: 'image/png', bytes: 4, source: { kind: 'inline' } } as const
    expect(sketchMessage(sampleMessage('user', ' \n\t'), variables).isEmptyUser).toBe(true)
    expect(sketchMessage(sampleMessage('user', []), variables).isEmptyUser).toBe(true)
    expect(sketchMessage(sampleMessage('user', [image]), variables).isEmptyUser).toBe(false)
    expect(
      sketchMessage(sampleMessage('user', [{ kind: 'other', type: 'file', json: '{}' }]), variables)
        .isEmptyUser,
    ).toBe(false)
    expect(sketchMessage(sampleMessage('assistant', ''), variables).isEmptyUser).toBe(false)
  })

  test('only a user message can be a checkpoint, and its score does not count', () => {
    const text = wrapCheckpoint('## Goal\nUse {{current_date}}')
    expect(sketchMessage(sampleMessage('user', text), variables)).toMatchObject({
      isCheckpoint: true,
      metaTextScore: 0,
    })
    expect(sketchMessage(sampleMessage('assistant', text), variables).isCheckpoint).toBe(false)
  })

  test('a checkpoint whose text came in two blocks is found', () => {
    const [head = '', body = ''] = wrapCheckpoint('## Goal\nX').split('\n\n# ')
    const parts = [
      { kind: 'text', text: head },
      { kind: 'text', text: `# ${body}` },
    ] as const
    expect(sketchMessage(sampleMessage('user', parts), variables).isCheckpoint).toBe(true)
  })
})
