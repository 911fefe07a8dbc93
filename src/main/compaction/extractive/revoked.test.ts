import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/thread/message.ts'
import { buildExtractiveCheckpoint } from './build-checkpoint.ts'

function talk(...texts: readonly string[]): readonly Message[] {
  return texts.map((text, index) => ({
    id: String(index),
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: [{ kind: 'text', text }],
    thinking: null,
    toolCalls: [],
    usage: null,
    durationMs: null,
    hasPrivateReasoning: false,
    metaFlag: null,
  }))
}

function told(messages: readonly Message[], upcoming: readonly Message[] = []): string {
  const { sections } = buildExtractiveCheckpoint({
    messages,
    previous: [],
    budgetChars: 4_000,
    instructions: '',
    upcoming,
    firstIndex: 0,
    firstTurn: 1,
  })
  return sections.map((section) => section.text).join('\n')
}

const ASK = 'How long may the importer hold the file lock?'

describe('a proposal of the assistant', () => {
  it.each([
    ["I suggest lock_wait = '40 s' in importer.py.", 'Make it 90 s.'],
    ["I'd go for lock_wait in importer.py.", 'No, a lease file.'],
    ["We'd have to retry on lock_wait in importer.py.", 'Hmm, I changed my mind: a lease file.'],
    ['Ich schlage lock_wait in importer.py vor.', 'Lieber eine Lease-Datei.'],
    ['我建议在 importer.py 里用 lock_wait。', '改成租约文件。'],
  ])('is not told when the next message corrects it: %s', (proposal, answer) => {
    expect(told(talk(ASK, proposal, answer, 'Done so.'))).not.toContain(proposal)
    expect(told(talk(ASK, proposal), talk(answer))).not.toContain(proposal)
  })

  it('is not told when a later message drops it by name', () => {
    const proposal = "I'd go for OPTIMISTIC locking in importer.py."
    const talked = talk(ASK, proposal, 'Fine.', 'Started.', 'Drop the OPTIMISTIC stuff completely.', 'Gone.')
    expect(told(talked)).not.toContain(proposal)
  })

  it.each(['Good, go on with the parser.', 'No problem, thanks.', 'What is left to write?'])(
    'is told when the answer leaves it standing: %s',
    (answer) => {
      const proposal = "I suggest lock_wait = '40 s' in importer.py."
      expect(told(talk(ASK, proposal, answer, 'Done so.'))).toContain(proposal)
    },
  )
})
