import { describe, expect, it } from 'vitest'
import type { JsonValue, Message, ToolCall } from '../../../shared/thread/message.ts'
import { extractFacts } from './extract-facts.ts'
import { mergeFacts } from './merge-facts.ts'
import { parseFacts } from './parse-facts.ts'
import { renderFacts } from './render-facts.ts'

function call(name: string, args: JsonValue, text = 'ok'): ToolCall {
  const output = { content: [{ kind: 'text' as const, text }], isError: false }
  return { id: '', name, arguments: args, partialArguments: null, output }
}

function message(role: Message['role'], text: string, toolCalls: readonly ToolCall[] = []): Message {
  const content = [{ kind: 'text' as const, text }]
  const none = { usage: null, durationMs: null, hasPrivateReasoning: false, metaFlag: null }
  return { id: '', role, content, thinking: null, toolCalls, ...none }
}

function listed(...items: readonly string[]): Message {
  const todos = items.map((content) => ({ content, status: 'pending' }))
  return message('assistant', 'The list:', [call('TodoWrite', { todos })])
}

function extract(...messages: readonly Message[]) {
  return extractFacts(messages, { firstIndex: 0, firstTurn: 1 })
}

function statusAfter(item: string, role: Message['role'], said: string): string {
  const { plan } = extract(
    listed(item, 'Something else entirely'),
    message(role, said),
    message('assistant', 'Yes.'),
  )
  expect(plan.find(({ text }) => text === 'Something else entirely')?.status).toBe('pending')
  return plan.find(({ text }) => text === item)?.status ?? ''
}

describe('an entry of the plan that later words name', () => {
  it.each([
    ['Write tests for the parser', 'assistant', 'The parser tests are written and pass.'],
    ['Add the retry queue', 'assistant', 'I added the retry queue, the page follows.'],
    ['Add the retry queue', 'user', 'Thanks, the retry queue is done.'],
    ['Update README', 'assistant', '- [x] Update README'],
    ['Update README', 'assistant', '✅ Update README'],
    [
      'Fix the login redirect',
      'assistant',
      'Fixed: the login redirect. But the logout page is still broken.',
    ],
    ['编写单元测试', 'assistant', '单元测试已经全部写好了。'],
    ['实现导出功能', 'user', '导出功能已完成，谢谢。'],
  ] as const)('is done: %s (%s: %s)', (item, role, said) => {
    expect(statusAfter(item, role, said)).toBe('done')
  })

  it.each([
    ['Add a Redis cache', 'user', 'Drop the Redis cache, we do not need it.'],
    ['Add a Redis cache', 'user', 'Use SQLite instead of the Redis cache.'],
    ['Write the migration guide', 'user', 'Forget about the migration guide.'],
    ['Write the migration guide', 'user', 'The migration guide is no longer needed.'],
    ['Write the migration guide', 'assistant', 'I skipped the migration guide as you asked.'],
    ['编写迁移指南', 'user', '迁移指南不用做了。'],
    ['编写迁移指南', 'user', '取消迁移指南。'],
  ] as const)('is dropped: %s (%s: %s)', (item, role, said) => {
    expect(statusAfter(item, role, said)).toBe('cancelled')
  })

  it.each([
    ['Write tests for the parser', 'assistant', 'The parser tests are not done yet.'],
    ['Write tests for the parser', 'assistant', 'Next I write the parser tests.'],
    ['Write tests for the parser', 'user', 'Are the parser tests done?'],
    ['Write tests for the parser', 'user', 'When the parser tests are done, tell me.'],
    ['Write tests for the parser', 'assistant', 'The parser tests still have to be written.'],
    ['Write tests for the parser', 'assistant', 'The lexer tests are done; the parser comes next.'],
    ['Write config', 'assistant', 'The config is written in YAML.'],
    ['Drop the old cache', 'user', 'Drop the old cache today.'],
    ['Skip the slow tests in CI', 'user', 'Please skip the slow tests in CI.'],
    ['Add a Redis cache', 'user', 'Do not drop the Redis cache.'],
    ['编写单元测试', 'assistant', '单元测试还没有完成。'],
    ['编写单元测试', 'user', '单元测试完成了吗？'],
    ['编写迁移指南', 'user', '迁移指南不要取消。'],
    ['Add the retry queue', 'assistant', 'The retry queue is far from done.'],
    ['Add the retry queue', 'assistant', 'Nothing of the retry queue is done.'],
    ['Add the retry queue', 'assistant', 'The retry queue cannot be added.'],
    ['Add the retry queue', 'assistant', 'I was unable to get the retry queue done.'],
    ['Add the retry queue', 'assistant', 'I tried to get the retry queue added.'],
    ['Add the retry queue', 'assistant', 'I reverted the commit that added the retry queue.'],
    ['Add the retry queue', 'assistant', 'I removed the retry queue, it broke the build.'],
    ['Add the retry queue', 'assistant', 'The issue says "the retry queue is done".'],
    ['Add the retry queue', 'user', 'Die retry queue ist noch nicht fixed.'],
    ['Add the retry queue', 'user', 'Skip duplicates in the retry queue.'],
    ['Add the retry queue', 'user', 'In the retry queue, drop messages older than a day.'],
    ['Replace jQuery', 'user', 'Do the web page: drop jQuery, use fetch.'],
    ['Remove the old cache', 'user', 'Drop the old cache now.'],
    ['Add the retry queue', 'user', 'The retry queue should skip duplicates.'],
    ['Add the retry queue', 'user', 'The retry queue needs a cancel button.'],
    ['Add the retry queue', 'user', 'Messages are dropped by the retry queue.'],
    ['Add the retry queue', 'user', 'Why was the retry queue dropped'],
    ['Add the retry queue', 'user', 'The retry queue is not out of scope.'],
    ['Refactor the auth module', 'assistant', 'I removed a comment in the auth module.'],
    ['Document the auth module', 'assistant', 'I implemented the auth module.'],
    ['Fix the login page', 'assistant', 'I finished reading the login page.'],
    ['编写单元测试', 'assistant', '单元测试无法完成。'],
    ['编写单元测试', 'assistant', '正在完成单元测试。'],
    ['编写单元测试', 'user', '别忘了完成单元测试。'],
    ['编写单元测试', 'user', '为什么跳过单元测试'],
  ] as const)('stays open: %s (%s: %s)', (item, role, said) => {
    expect(statusAfter(item, role, said)).toBe('pending')
  })

  it.each([
    ['assistant', 'All tasks on the list are done.', 'done'],
    ['user', 'Everything in the plan is finished, thanks.', 'done'],
    ['user', 'Forget the old to-do list.', 'cancelled'],
    ['assistant', '所有任务都已完成。', 'done'],
    ['user', '之前的计划作废。', 'cancelled'],
  ] as const)('the whole list: %s says "%s"', (role, said, status) => {
    const { plan } = extract(listed('Write it', 'Test it'), message(role, said), message('assistant', 'Yes.'))
    expect(plan.map((item) => item.status)).toEqual([status, status])
  })

  it.each([
    ['assistant', 'I have added all items to the todo list.'],
    ['assistant', 'I updated the todo list with all the new tasks.'],
    ['assistant', 'I created a task list with all the steps.'],
    ['assistant', 'All steps of the build completed.'],
    ['assistant', 'All items in the cart were removed.'],
    ['assistant', 'I completed every item in the search list.'],
    ['user', 'All tasks of the other team are done.'],
    ['user', 'Drop the plan column.'],
    ['assistant', '我已经添加了所有任务。'],
    ['assistant', '计划已经更新，所有步骤如下。'],
  ] as const)('a list written down, or another one, closes nothing: %s says "%s"', (role, said) => {
    const { plan } = extract(listed('Write it', 'Test it'), message(role, said), message('assistant', 'Yes.'))
    expect(plan.map((item) => item.status)).toEqual(['pending', 'pending'])
  })

  it('is open again when a later list says so', () => {
    const { plan } = extract(
      listed('Add the retry queue'),
      message('assistant', 'The retry queue is done.'),
      listed('Add the retry queue'),
    )
    expect(plan.map((item) => item.status)).toEqual(['pending'])
  })

  it('is closed by words that follow a compaction', () => {
    const before = parseFacts(renderFacts(extract(listed('Add the retry queue', 'Write the page')), 4_000))
    const after = mergeFacts(
      before,
      extract(message('user', 'Drop the page.'), message('assistant', 'The retry queue is done.')),
    )
    expect(after.plan.map((item) => item.status)).toEqual(['done', 'cancelled'])
  })
})

it('an update finds the entry whose id only the result of its creation told', () => {
  const { plan } = extract(
    message('assistant', '', [
      call('TaskCreate', { subject: 'Port the parser' }, 'Task #4 created successfully: Port the parser'),
      call('TaskUpdate', { taskId: '4', status: 'completed' }),
    ]),
  )
  expect(plan).toMatchObject([{ id: '4', text: 'Port the parser', status: 'done' }])
})

describe('a list that nobody touched while the work went on', () => {
  const later = ['the export', 'the import', 'the colours'].flatMap((thing) => [
    message('user', `Please look at ${thing} now.`),
    message('assistant', `I looked at ${thing}.`),
  ])
  const first = message('user', 'Make a plan for the parser.')

  it('is told as it stood then', () => {
    const lane = extract(first, listed('Port the parser'), ...later)
    const plan = renderFacts(lane, 4_000).find(({ key }) => key === 'plan')
    expect(plan?.text).toBe('- [pending] Port the parser (as it stood 3 requests before)')
    expect(parseFacts(renderFacts(lane, 4_000)).plan).toMatchObject([
      { text: 'Port the parser', requestsSince: 3 },
    ])
  })

  it('grows older with every compaction', () => {
    const before = parseFacts(renderFacts(extract(first, listed('Port the parser')), 4_000))
    expect(before.plan[0]?.requestsSince).toBe(0)
    const once = parseFacts(renderFacts(mergeFacts(before, extract(...later)), 4_000))
    expect(once.plan).toMatchObject([{ text: 'Port the parser', requestsSince: 3 }])
    expect(mergeFacts(once, extract(...later)).plan).toMatchObject([
      { text: 'Port the parser', requestsSince: 6 },
    ])
  })

  it('is current as long as one long turn works on it', () => {
    const work = Array.from({ length: 60 }, () => message('assistant', 'Going on.'))
    expect(extract(first, listed('Port the parser'), ...work).plan[0]?.requestsSince).toBe(0)
  })
})
