import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PRESETS } from '../compaction/policy/presets.ts'
import { context, startWorkspace } from '../testing/start-core.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

const SESSION = [
  { type: 'user', content: 'Look at a.ts' },
  { type: 'assistant', content: [{ type: 'text', text: 'I will.' }] },
].map(({ type, content }, at) =>
  JSON.stringify({
    parentUuid: at === 0 ? null : `u${at - 1}`,
    uuid: `u${at}`,
    sessionId: 's1',
    type,
    timestamp: '2026-05-01T10:00:00.000Z',
    message: { role: type, content },
  }),
)

test.each([
  ['a transcript of another tool', SESSION.join('\n'), 'session.jsonl'],
  ['a file that is no thread', '# Notes', 'notes.json'],
  ['a file that is gone', null, 'gone.json'],
])(
  'settings are shown and kept beside %s, which has no window to explain them with',
  async (_, text, name) => {
    const root = temporaryFolder()
    if (text !== null) writeFileSync(join(root, name), text)
    const { handlers } = await startWorkspace(root)
    expect(await handlers['policy.get']({ thread: name, scope: 'workspace' }, context)).toMatchObject({
      policy: { preset: 'ratio-75' },
      windowTokens: null,
    })
    const policy = { ...PRESETS.reserve }
    await handlers['policy.save']({ scope: 'workspace', thread: null, policy }, context)
    expect(await handlers['policy.get']({ thread: name }, context)).toMatchObject({ scope: 'workspace' })
  },
)
