import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonValue, Message, ToolCall } from '../../../shared/thread/message.ts'
import { codeTokens } from './code-tokens.ts'
import { extractFacts } from './extract-facts.ts'
import { mergeFacts } from './merge-facts.ts'
import { parseFacts } from './parse-facts.ts'
import { renderFacts } from './render-facts.ts'
import { isRule, rulesIn, settleRules } from './rules.ts'
import { shellPaths } from './shell-paths.ts'
import { callPaths } from './tool-paths.ts'

function call(name: string, args: JsonValue, output: string | null = 'ok', isError = false): ToolCall {
  const content = [{ kind: 'text' as const, text: output ?? '' }]
  return {
    id: '',
    name,
    arguments: args,
    partialArguments: null,
    output: output === null ? null : { content, isError },
  }
}

function message(role: Message['role'], text: string, toolCalls: readonly ToolCall[] = []): Message {
  const content = text === '' ? [] : [{ kind: 'text' as const, text }]
  return {
    id: '',
    role,
    content,
    thinking: null,
    toolCalls,
    usage: null,
    durationMs: null,
    hasPrivateReasoning: false,
    metaFlag: null,
  }
}

function extract(...messages: readonly Message[]) {
  return extractFacts(messages, { firstIndex: 0, firstTurn: 1 })
}

describe('rules of the user', () => {
  it.each([
    'Never push to main.',
    'Please always run the tests before you commit.',
    "don't use semicolons",
    'I prefer tabs over spaces.',
    'You must not change the public API.',
    'Always use pnpm instead of npm.',
    '不要修改生成的文件。',
    '所有注释必须用英文。',
    'コミットの前に必ずテストを実行する。',
    'Bitte verwende niemals var im Code.',
    "I'd rather have small functions than long ones.",
    'I do not want the test bent.',
    'Don’t add a dependency without asking me first.',
    'The public API must stay as it is.',
  ])('takes %s', (sentence) => {
    expect(isRule(sentence)).toBe(true)
  })

  it.each([
    'Should we use tabs?',
    "I don't remember the id right now.",
    'Can you never mind and look at this?',
    'Thanks, that works.',
    '这个能不能改？',
    'Run the tests again.',
    "I'd prefer direct flights, please.",
    'I prefer a flight that leaves after noon.',
    'No, I do not want travel insurance.',
    'My reservation should have two bags.',
    "Don't write code yet.",
    'Remember rule 1.',
    'Ten per cent, by user id, so that one person always gets the same answer.',
    'Catch NotFound, not FileNotFoundError.',
  ])('leaves out %s', (sentence) => {
    expect(isRule(sentence)).toBe(false)
  })

  it('takes nothing from code, quotations and logs', () => {
    const text =
      'See this:\n```\nnever do this\n```\n> always quoted\nError: must not be null\nKeep it short.'
    expect(rulesIn(text, 0, 1).map((rule) => rule.text)).toEqual(['Keep it short.'])
  })

  it('lets a later rule take the place of the one it names', () => {
    const said = 'Always use npm for installs.\nNever publish with npm.\nAlways use pnpm instead of npm.'
    expect(settleRules(rulesIn(said, 0, 1)).map((rule) => rule.text)).toEqual([
      'Never publish with npm.',
      'Always use pnpm instead of npm.',
    ])
  })
})

describe('paths', () => {
  it('reads shell commands', () => {
    expect(
      shellPaths(
        "cd x && sed -i 's/a/b/' src/a.ts && echo hi > out.txt 2>&1; rm -rf old/dir; mv a.md b.md; cat c.json",
      ),
    ).toEqual({
      modified: ['src/a.ts', 'out.txt', 'b.md'],
      deleted: ['old/dir', 'a.md'],
      read: ['c.json'],
    })
  })

  it('skips here-document bodies and join of streams', () => {
    expect(shellPaths('cat > a.py <<EOF\nrm b.py > c\nEOF\nnpm test 2>&1').modified).toEqual(['a.py'])
  })

  it('reads patches and editors with sub-commands', () => {
    const patch = '*** Begin Patch\n*** Update File: src/a.ts\n*** Delete File: src/b.ts\n*** End Patch'
    expect(callPaths(call('apply_patch', { input: patch }))).toEqual([
      { path: 'src/a.ts', use: 'modified' },
      { path: 'src/b.ts', use: 'deleted' },
    ])
    expect(callPaths(call('str_replace_editor', { command: 'view', path: '/a/b.py' }))).toEqual([
      { path: '/a/b.py', use: 'read' },
    ])
    expect(callPaths(call('mcp__fs__write_file', { path: '文档/説明.md', content: 'x' }))).toEqual([
      { path: '文档/説明.md', use: 'modified' },
    ])
  })

  it('counts no file whose write failed', () => {
    expect(
      extract(message('assistant', '', [call('Write', { file_path: 'a.ts' }, 'denied', true)])).paths,
    ).toEqual([])
  })
})

describe('plan, errors, checks', () => {
  const todos = (status: string) =>
    call('TodoWrite', {
      todos: [
        { content: 'Write it', status },
        { content: 'Test it', status: 'pending' },
      ],
    })

  it('keeps the last status, and a finished task does not come back', () => {
    const before = extract(message('assistant', '', [todos('in_progress')]))
    const after = mergeFacts(
      parseFacts(renderFacts(before, 4_000)),
      extract(message('assistant', '', [todos('completed')])),
    )
    expect(after.plan.map((item) => [item.text, item.status])).toEqual([
      ['Write it', 'done'],
      ['Test it', 'pending'],
    ])
  })

  it('changes single entries by id', () => {
    const facts = extract(
      message('assistant', '', [
        call('TaskCreate', { id: '1', subject: 'Port' }),
        call('TaskUpdate', { taskId: '1', status: 'completed' }),
      ]),
    )
    expect(facts.plan).toMatchObject([{ id: '1', text: 'Port', status: 'done' }])
  })

  it('settles an error when the same command succeeds, also after a compaction', () => {
    const failed = extract(
      message('assistant', '', [
        call('bash', { command: 'npm test 2>&1 | tail' }, 'Error: boom\nexit code: 1'),
      ]),
    )
    expect(failed.errors).toMatchObject([{ message: 'Error: boom' }])
    const passed = extract(message('assistant', '', [call('bash', { command: 'npm test' }, '12 passed')]))
    const merged = mergeFacts(parseFacts(renderFacts(failed, 4_000)), passed)
    expect(merged.errors).toEqual([])
    expect(merged.verified).toMatchObject([{ command: 'npm test', outcome: '12 passed' }])
  })

  it('takes a search without a match for an answer, and the last try of a commit for its outcome', () => {
    const grep = call('bash', { command: 'grep -n "a|b" x.ts' }, 'Command exited with code 1', true)
    expect(extract(message('assistant', '', [grep])).errors).toEqual([])
    const broken = call('bash', { command: 'grep -n x y.ts' }, 'grep: y.ts: No such file', true)
    expect(extract(message('assistant', '', [broken])).errors).toHaveLength(1)
    const commits = ['git commit -m "one"', 'git commit -m "two"'].map((command, index) =>
      call('bash', { command }, index === 0 ? 'Error: hook failed' : 'ok', index === 0),
    )
    expect(extract(message('assistant', '', commits)).errors).toEqual([])
  })

  it('says a request is open until it is answered', () => {
    const open = extract(
      message('user', 'Rename the parser'),
      message('assistant', '', [call('bash', { command: 'ls' }, null)]),
    )
    expect(open.plan).toMatchObject([{ status: 'unanswered', text: 'Rename the parser' }])
    const next = extract(message('user', 'Go on'), message('assistant', 'Done.'))
    expect(mergeFacts(open, next).plan).toEqual([])
  })
})

describe('names', () => {
  it('never copies what looks like an access key', () => {
    expect(codeTokens('key sk-ant-api03-AbCdEfGhIjKlMnOpQrSt and readFile')).toEqual(['readFile'])
  })

  it('stays linear on long runs of letters', () => {
    expect(codeTokens(`${'A'.repeat(400_000)} src/a.ts`)).toEqual(['src/a.ts'])
  })
})

describe('the lane as text', () => {
  const word = fc.stringMatching(/^[a-z]{3,9}$/)
  const facts = fc
    .record({
      rules: fc.uniqueArray(word, { maxLength: 5 }),
      paths: fc.uniqueArray(fc.tuple(word, word), { maxLength: 8, selector: (path) => path.join('/') }),
      tasks: fc.uniqueArray(word, { maxLength: 5 }),
    })
    .map(({ rules, paths, tasks }) =>
      extract(
        message('user', rules.map((each) => `Never touch ${each}.`).join('\n')),
        message(
          'assistant',
          'ok',
          paths.map(([folder, name]) => call('Edit', { file_path: `${folder}/${name}.ts` })),
        ),
        message('assistant', 'ok', [
          call('todo_write', { todos: tasks.map((content) => ({ content, status: 'pending' })) }),
        ]),
        message('assistant', 'done'),
      ),
    )

  it('reads back every rule, path and task it wrote, whatever the budget', () => {
    fc.assert(
      fc.property(facts, fc.integer({ min: 0, max: 3_000 }), (lane, budget) => {
        const read = parseFacts(renderFacts(lane, budget))
        expect(read.rules.map((rule) => rule.text)).toEqual(lane.rules.map((rule) => rule.text))
        expect(read.plan.map((item) => item.text)).toEqual(lane.plan.map((item) => item.text))
        expect(read.paths.map((path) => path.path)).toEqual(lane.paths.map((path) => path.path))
      }),
    )
  })

  it('merging with nothing new changes nothing (B-48)', () => {
    fc.assert(
      fc.property(facts, (lane) => {
        const once = renderFacts(parseFacts(renderFacts(lane, 5_000)), 5_000)
        const again = renderFacts(mergeFacts(parseFacts(once), extract()), 5_000)
        expect(again).toEqual(once)
      }),
    )
  })
})
