import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { SearchOrder } from '../../shared/search/answer.ts'
import { wrapCheckpoint } from '../compaction/checkpoint/wrapper.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { answer, call, type NativeRecord, prompt, threadText } from '../testing/thread-builder.ts'
import { openFileSource } from './file-source.ts'
import { indexPath, openIndexForWriting } from './index-database.ts'
import { Indexer } from './indexer.ts'
import { Library } from './library.ts'
import type { MarksPort } from './query/hit-rows.ts'

const signal = new AbortController().signal
const EVERYWHERE = { hasTools: true, hasThinking: true }

/** A workspace with these threads, indexed; asked the way the window asks. */
async function startLibrary(
  threads: { readonly [path: string]: readonly NativeRecord[] },
  marks: Partial<MarksPort> = {},
) {
  const root = temporaryFolder()
  const dataDir = temporaryFolder()
  let time = 1_700_000_000
  for (const [path, messages] of Object.entries(threads)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), threadText(messages, { title: path.replace(/^.*\/|\.json$/g, '') }))
    // The later in the list, the newer.
    time += 100_000
    utimesSync(join(root, path), time, time)
  }
  const db = openIndexForWriting(dataDir)
  onTestFinished(() => {
    db.close()
  })
  const indexer = new Indexer({
    db,
    open: openFileSource,
    onProgress: () => undefined,
    onBroken: (error) => {
      throw error
    },
  })
  indexer.setRoot(root)
  await indexer.settled()
  let damages = 0
  const library = new Library({
    dataDir,
    root: () => root,
    resolve: async (thread) => join(root, thread),
    open: openFileSource,
    marks: { pins: () => [], checkpointThreads: () => [], checkpoints: () => [], ...marks },
    onDamage: () => {
      damages += 1
    },
  })
  onTestFinished(() => library.close())
  const search = (text: string, order: SearchOrder = 'newest', scope = EVERYWHERE, groups = 20) =>
    library.search({ text, scope, order, groups }, signal)
  return {
    root,
    dataDir,
    library,
    indexer,
    search,
    damages: () => damages,
    /** `thread index` of every hit that is shown. */
    hits: async (text: string, scope = EVERYWHERE) =>
      (await search(text, 'newest', scope)).groups.flatMap(({ thread, hits }) =>
        hits.map(({ index }) => `${thread} ${index}`),
      ),
  }
}

const SAID: readonly NativeRecord[] = [
  prompt('0', 'Please look at buildProjection in src/app.ts, Go style.'),
  answer('1', 'The café holds 上下文压缩 and データ and 데이터베이스.', [
    call('c', 'read_file', { path: 'src/deep/part-7.ts' }, 'const zanzibar_flag = 1', false),
    call('d', 'run_command', { command: 'npm test' }, 'ENOENT: no such file', true),
  ]),
  { ...answer('2', 'Done.'), thinking: 'The walrus is hidden.' },
]

test.each([
  ['projection', [0]],
  ['ject', [0]],
  ['buildP', [0]],
  ['app.ts', [0]],
  ['pp.ts', [0]],
  ['src/app', [0]],
  ['src/dee', [1]],
  ['rc/app.t', []],
  ['go', [0]],
  ['look style', [0]],
  ['look zanzibar', []],
  ['"look at"', [0]],
  ['"at look"', []],
  ['cafe', [1]],
  ['CAFÉ', [1]],
  ['压缩', [1]],
  ['缩压', []],
  ['文', [1]],
  ['上下文压缩', [1]],
  ['デー', [1]],
  ['데이', [1]],
  ['zanzibar', [1]],
  ['zanzibar_flag', [1]],
  ['part-7', [1]],
  ['walrus', [2]],
  ['.ts,', [1, 0]],
  ['=', [1]],
  ['-', [1]],
  ['role:user', [0]],
  ['role:assistant done', [2]],
  ['tool:read_file', [1]],
  ['tool:read', [1]],
  ['tool:grep', []],
  ['has:error', [1]],
  ['has:tool', [1]],
  ['has:image', []],
  ['model:gpt-5', [2, 1]],
  ['model:claude', []],
])('%s finds messages %j', async (text, found) => {
  const { hits } = await startLibrary({ 'a.json': SAID })
  expect((await hits(text)).map((hit) => Number(hit.split(' ')[1]))).toEqual(found)
})

test('a result that no mark but its own words call a failure is found as one', async () => {
  const unmarked = (id: string, text: string) => ({
    id,
    input: { name: 'run', arguments: { command: 'npm test' } },
    output: { content: [{ type: 'text', text }] },
  })
  const { hits } = await startLibrary({
    'a.json': [
      prompt('0', 'Run them.'),
      answer('1', 'Once.', [unmarked('c', 'Error: it broke')]),
      answer('2', 'Again.', [unmarked('d', 'all passed')]),
    ],
  })
  expect(await hits('has:error')).toEqual(['a.json 1'])
})

const OF_ALL_SCRIPTS: readonly NativeRecord[] = [
  prompt('0', 'TS2345, code 0x80070005, ECONNRESET (os error 104) in v1.2.3-beta.4'),
  prompt('1', 'C:\\Users\\anna\\App Data\\log.txt, /usr/local/lib/a.b/c-d_e.ts:12:3'),
  prompt('2', '修复数据库连接错误，使用Redis缓存。第3章'),
  prompt('3', 'データベースの接続エラーを修正。ｶﾀｶﾅ、한국어 오류를 수정'),
  prompt('4', 'done ✅ 🚀 👨‍👩‍👧 heart ❤️ ＡＢＣ１２ ﬁle'),
  prompt('5', 'Первый мой ёж, Ελλάδα ΣΟΦΟΣ, नमस्ते दुनिया, สวัสดีครับ, שָׁלוֹם, Việt Nam'),
  prompt('6', 'she said "hello world", C++ && a != b, https://ex.com/a?b=c, don’t'),
]

test.each([
  ...['ts23', '80070005', '"os error 104"', 'v1.2.3', '1.2.3', 'beta.4'].map((text) => [text, 0] as const),
  ...['C:\\Users\\anna', 'Users\\anna\\App', '"App Data"', '/usr/local/lib', 'c-d_e.ts:12'].map(
    (text) => [text, 1] as const,
  ),
  ...['据库', 'Redis缓存', '使用Redis', '"数据库连接"', '第3章', '缓存 错误'].map(
    (text) => [text, 2] as const,
  ),
  ...['接続', '続エ', 'ｶﾀｶﾅ', '한국', '오류 수정'].map((text) => [text, 3] as const),
  ...['✅', 'done ✅', '👨‍👩‍👧', '❤️', '❤', '"done ✅"', 'abc12', 'ＡＢＣ', 'file'].map(
    (text) => [text, 4] as const,
  ),
  ...['первый', 'мой', 'ёж', 'еж', 'ελλαδα', 'σοφος', 'नमस्ते', 'สวัสดี', 'שלום', 'viet'].map(
    (text) => [text, 5] as const,
  ),
  ...['"hello world', '“hello world”', 'C++', '&&', '!=', 'ex.com/a?b', "don't", 'hello"world"'].map(
    (text) => [text, 6] as const,
  ),
])('a demanding person finds %s, and sees it marked', async (text, index) => {
  const { search } = await startLibrary({ 'a.json': OF_ALL_SCRIPTS })
  const hits = (await search(text)).groups.flatMap((group) => group.hits)
  expect(hits.map((hit) => hit.index)).toContain(index)
  expect(hits.find((hit) => hit.index === index)?.snippet.marks).not.toEqual([])
})

test('tool output and thinking are looked at only when asked for', async () => {
  const { hits } = await startLibrary({ 'a.json': SAID })
  expect(await hits('zanzibar', { hasTools: false, hasThinking: true })).toEqual([])
  expect(await hits('walrus', { hasTools: true, hasThinking: false })).toEqual([])
})

test('threads come newest first with at most three hits each, newest first, and say how many there are', async () => {
  const many = Array.from({ length: 5 }, (_, at) => prompt(String(at), `walrus number ${at}`))
  const { search } = await startLibrary({ 'old.json': many, 'new.json': [prompt('u', 'one walrus')] })
  const { groups } = await search('walrus')
  expect(groups.map(({ thread, hits, count }) => [thread, hits.map(({ index }) => index), count])).toEqual([
    ['new.json', [0], 1],
    ['old.json', [4, 3, 2], 5],
  ])
})

test('the best match is first where it is asked for', async () => {
  const { search } = await startLibrary({
    'much.json': [prompt('u', 'walrus walrus walrus')],
    'little.json': [prompt('u', `walrus ${'and many other words '.repeat(40)}`)],
  })
  expect((await search('walrus', 'newest')).groups.map(({ thread }) => thread)).toEqual([
    'little.json',
    'much.json',
  ])
  expect((await search('walrus', 'best')).groups.map(({ thread }) => thread)).toEqual([
    'much.json',
    'little.json',
  ])
})

test('of messages with a phrase titles come first, then what was said, then what tools gave', async () => {
  const { search } = await startLibrary({
    'tool.json': [answer('a', 'Look.', [call('c', 'grep', {}, 'the narrow gate')])],
    'said.json': [prompt('u', 'Where is the narrow gate?')],
    'the narrow gate.json': [prompt('u', 'hello')],
    'words.json': [prompt('u', 'A gate that is narrow.')],
  })
  const { groups, bound } = await search('"narrow gate"', 'best')
  expect(groups.map(({ thread }) => thread)).toEqual(['the narrow gate.json', 'said.json', 'tool.json'])
  expect(bound).toBeNull()
})

test('where more match than are scored, that is told, titles and what was said come first, and no thread is lost', async () => {
  const words = Array.from({ length: 20 }, (_, at) => `word${String.fromCharCode(97 + at)}`).join(' ')
  const loud = Array.from({ length: 500 }, (_, at) =>
    answer(String(at), 'Look.', [call(`c${at}`, 'grep', {}, words)]),
  )
  const { search } = await startLibrary({
    [`${words}.json`]: [prompt('u', 'hello')],
    'said.json': [prompt('u', words)],
    'quiet.json': [answer('a', 'Look.', [call('c', 'grep', {}, words)])],
    'loud.json': loud,
  })
  const { groups, bound } = await search(words, 'best')
  expect(bound).toEqual({ kind: 'unranked', messages: 400 })
  expect(groups.map(({ thread }) => thread)).toEqual([
    `${words}.json`,
    'said.json',
    'loud.json',
    'quiet.json',
  ])
  expect((await search('worda hello', 'best')).bound).toBeNull()
})

test('signs are looked for in the newest messages, and it is told that those before were not', async () => {
  const many = Array.from({ length: 2_500 }, (_, at) => prompt(String(at), 'a'))
  const { search } = await startLibrary({
    'old.json': [prompt('u', 'x -> y')],
    'new.json': [...many, prompt('u', 'p -> q')],
  })
  const { groups, bound } = await search('->')
  expect(groups.map(({ thread }) => thread)).toEqual(['new.json'])
  expect(bound).toEqual({ kind: 'scanned', messages: 2_500 })
})

test.each(['->', '"a/b" <=', '"; "', '🦊', '“« »”', '\\\\', '=>', '<>'])(
  'the signs %s are found however the file writes them',
  async (text) => {
    const said = 'fox -> a/b <= "; " 🦊 « » \\\\ => <>'
    const { root, indexer, search } = await startLibrary({ 'a.json': [prompt('u', said)] })
    expect((await search(text)).groups).toHaveLength(1)
    const escaped = threadText([prompt('u', said)]).replace(
      /[^ -~\n]|[<>]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    writeFileSync(join(root, 'b.json'), escaped)
    indexer.lookAgain()
    await indexer.settled()
    expect((await search(text)).groups).toHaveLength(2)
  },
)

test('a part of a path is found, however many words begin with its last one', async () => {
  const paths = Array.from({ length: 40 }, (_, at) =>
    prompt(String(at), `lib/part${String.fromCharCode(97 + (at % 26))}${at}`),
  )
  const { search } = await startLibrary({ 'a.json': paths, 'b.json': [prompt('u', 'glib/partner')] })
  const { groups } = await search('lib/part')
  expect(groups.map(({ thread, count }) => [thread, count])).toEqual([
    ['b.json', 1],
    ['a.json', 40],
  ])
})

test('one thread with very many hits does not hide the others', async () => {
  const loud = Array.from({ length: 1_000 }, (_, at) => prompt(String(at), 'walrus'))
  const { search } = await startLibrary({ 'quiet.json': [prompt('u', 'walrus')], 'loud.json': loud })
  const { groups } = await search('walrus')
  expect(groups.map(({ thread, isCountComplete }) => [thread, isCountComplete])).toEqual([
    ['loud.json', false],
    ['quiet.json', true],
  ])
})

test('more threads than asked for are told', async () => {
  const threads = Object.fromEntries(
    Array.from({ length: 5 }, (_, at) => [`t${at}.json`, [prompt('u', 'walrus')]]),
  )
  const { search } = await startLibrary(threads)
  const answered = await search('walrus', 'newest', EVERYWHERE, 3)
  expect([answered.groups.length, answered.hasMore]).toEqual([3, true])
  expect((await search('walrus')).hasMore).toBe(false)
})

test('a title is found, also without any message', async () => {
  const { search } = await startLibrary({ 'order-export.json': [prompt('u', 'hello')] })
  const { groups } = await search('export')
  expect(groups).toMatchObject([{ thread: 'order-export.json', hits: [], count: 0 }])
  expect(groups[0]?.title.marks).toEqual([[6, 12]])
})

test('a snippet shows the place with its words marked', async () => {
  const { search } = await startLibrary({ 'a.json': SAID })
  const [group] = (await search('zanzibar')).groups
  const [hit] = group?.hits ?? []
  expect(hit).toMatchObject({ index: 1, role: 'assistant', place: 'tool' })
  expect(hit?.snippet.marks.map(([from, to]) => hit.snippet.text.slice(from, to))).toEqual(['zanzibar'])
})

test('filters of folder and time narrow the threads', async () => {
  const { hits } = await startLibrary({
    'work/api/a.json': [prompt('u', 'walrus')],
    'home/b.json': [prompt('u', 'walrus')],
  })
  expect(await hits('walrus folder:work')).toEqual(['work/api/a.json 0'])
  expect(await hits('walrus folder:Work/API')).toEqual(['work/api/a.json 0'])
  expect(await hits('walrus folder:wor')).toEqual([])
  expect(await hits('walrus folder:work folder:home')).toHaveLength(2)
  expect(await hits('walrus after:2020')).toHaveLength(2)
  expect(await hits('walrus after:2030')).toEqual([])
  expect(await hits('folder:home')).toEqual(['home/b.json 0'])
})

test('a message is dated by its own time where it has one', async () => {
  const at = new Date(2026, 2, 10, 12).getTime()
  const dated = { ...answer('a', 'walrus'), palimpsest: { atMs: at, ending: 'complete' } }
  const { hits } = await startLibrary({ 'a.json': [prompt('u', 'walrus'), dated] })
  expect(await hits('walrus after:2026-03-10')).toEqual(['a.json 1'])
  expect(await hits('walrus before:2026-03-10')).toEqual(['a.json 0'])
})

test('pins and checkpoints are asked of whoever knows them', async () => {
  const { hits } = await startLibrary(
    { 'a.json': [prompt('u', 'walrus'), answer('b', 'walrus')], 'b.json': [prompt('u', 'walrus')] },
    { pins: () => [{ thread: 'a.json', index: 1 }], checkpointThreads: () => ['b.json'] },
  )
  expect(await hits('walrus has:pin')).toEqual(['a.json 1'])
  expect(await hits('has:checkpoint')).toEqual(['b.json 0'])
})

test('the text of a checkpoint is found as a checkpoint, without its wrapper, and nobody said it', async () => {
  const text = wrapCheckpoint('## Goal\n- Feed the walrus')
  const { hits, search } = await startLibrary({
    'copy-compact-1.json': [prompt('c', text), prompt('u', 'Is the walrus fed?'), answer('a', 'Yes.')],
    'middle.json': [
      prompt('u', 'hello'),
      answer('a', 'Hi.'),
      { ...prompt('m', text), isMeta: true },
      prompt('v', 'go on'),
    ],
    'quoted.json': [prompt('u', 'hello'), answer('a', 'Hi.'), prompt('q', text)],
  })
  const found = (await search('"feed the walrus"')).groups.flatMap(({ thread, hits }) =>
    hits.map(({ role, snippet }) => [thread, role, snippet.text]),
  )
  expect(found.slice(1)).toEqual([
    ['middle.json', 'checkpoint', 'Goal: Feed the walrus'],
    ['copy-compact-1.json', 'checkpoint', 'Goal: Feed the walrus'],
  ])
  expect(await hits('"feed the walrus" role:user')).toEqual(['quoted.json 2'])
  expect(await hits('walrus role:checkpoint')).toEqual(['middle.json 2', 'copy-compact-1.json 0'])
  expect(await hits('"not a new user request"')).toEqual(['quoted.json 2'])
})

test('a checkpoint in a thread is found in the thread it stands in, as far as the filters go', async () => {
  const text = '## Goal\n- Feed the walrus and the otter'
  const { search } = await startLibrary(
    { 'work/a.json': [prompt('u', 'hello'), answer('a', 'An otter.')], 'b.json': [prompt('u', 'no')] },
    {
      checkpoints: () => [
        { thread: 'work/a.json', index: 1, text, atMs: 5 },
        { thread: 'b.json', index: 0, text, atMs: 5 },
        { thread: 'gone.json', index: 0, text, atMs: 5 },
      ],
    },
  )
  const found = async (typed: string) =>
    (await search(typed)).groups.map(({ thread, hits, count }) => [
      thread,
      ...hits.map(({ role, index }) => `${role} ${index}`),
      count,
    ])
  expect(await found('otter')).toEqual([
    ['work/a.json', 'assistant 1', 'checkpoint 1', 2],
    ['b.json', 'checkpoint 0', 1],
  ])
  expect(await found('walrus role:user')).toEqual([])
  expect(await found('walrus otter folder:work')).toEqual([['work/a.json', 'checkpoint 1', 1]])
  expect(await found('walrus role:checkpoint has:checkpoint')).toHaveLength(2)
  expect(await found('walrus tool:grep')).toEqual([])
  expect(await found('walrus otter mouse')).toEqual([])
  expect((await search('walrus')).groups[0]?.hits[0]?.snippet.marks).not.toEqual([])
})

test('find answers with every message of the one thread, in its order', async () => {
  const { library } = await startLibrary({
    'a.json': [prompt('0', 'walrus'), answer('1', 'no'), answer('2', 'walrus')],
    'b.json': [prompt('0', 'walrus')],
  })
  expect(await library.find('a.json', 'walrus', EVERYWHERE)).toEqual({ indexes: [0, 2], indexed: 3 })
  expect(await library.find('gone.json', 'walrus', EVERYWHERE)).toEqual({ indexes: [], indexed: 0 })
})

test('nothing typed is an operator of the index', async () => {
  const { search } = await startLibrary({ 'a.json': SAID })
  for (const text of [
    'NOT look',
    'a OR',
    '"',
    'text:look',
    'look*',
    '(look',
    '{title}: x',
    "'; drop",
    '^look',
    'NEAR(a b)',
    '-look',
  ])
    await expect(search(text)).resolves.toBeDefined()
})

test('a file that is gone leaves its hits without a text', async () => {
  const { root, search } = await startLibrary({ 'a.json': [prompt('u', 'walrus')] })
  rmSync(join(root, 'a.json'))
  expect((await search('walrus')).groups[0]?.hits).toMatchObject([{ index: 0, snippet: { text: '' } }])
})

test('before there is an index nothing is found, and the answer says that it is being made', async () => {
  const library = new Library({
    dataDir: temporaryFolder(),
    root: () => null,
    resolve: async (thread) => thread,
    open: openFileSource,
    marks: { pins: () => [], checkpointThreads: () => [], checkpoints: () => [] },
    onDamage: () => undefined,
  })
  const found = await library.search({ text: 'a', scope: EVERYWHERE, order: 'newest', groups: 20 }, signal)
  expect(found).toMatchObject({ groups: [], progress: { isRunning: true } })
})

test('an index that turns out damaged is told, and asked for again', async () => {
  const dataDir = temporaryFolder()
  const db = openIndexForWriting(dataDir)
  db.exec("insert into body (rowid, text) values (1, 'walrus')")
  db.close()
  // The file is whole enough to be opened; what it holds of the index is not.
  const bytes = readFileSync(indexPath(dataDir))
  for (let at = 8192; at < bytes.length; at += 1) bytes[at] = 0xab
  writeFileSync(indexPath(dataDir), bytes)
  let damages = 0
  const library = new Library({
    dataDir,
    root: () => null,
    resolve: async (thread) => thread,
    open: openFileSource,
    marks: { pins: () => [], checkpointThreads: () => [], checkpoints: () => [] },
    onDamage: () => {
      damages += 1
    },
  })
  onTestFinished(() => library.close())
  await library.search({ text: 'walrus', scope: EVERYWHERE, order: 'newest', groups: 20 }, signal)
  expect(damages).toBe(1)
})

/** A library over one session of another tool, which is read whole; `opened` = how often. */
async function startForeign() {
  const root = temporaryFolder()
  const dataDir = temporaryFolder()
  const path = join(root, 'session.jsonl')
  writeFileSync(path, sessionLine('one', 'walrus'))
  const db = openIndexForWriting(dataDir)
  const indexer = new Indexer({
    db,
    open: openFileSource,
    onProgress: () => undefined,
    onBroken: (error) => {
      throw error
    },
  })
  indexer.setRoot(root)
  await indexer.settled()
  let opened = 0
  let closed = 0
  const library = new Library({
    dataDir,
    root: () => root,
    resolve: async (thread) => join(root, thread),
    open: async (address) => {
      const source = await openFileSource(address)
      opened += 1
      return {
        ...source,
        close: () => {
          closed += 1
          source.close()
        },
      }
    },
    marks: { pins: () => [], checkpointThreads: () => [], checkpoints: () => [] },
    onDamage: () => undefined,
  })
  onTestFinished(() => {
    library.close()
    db.close()
  })
  const search = async (text: string) => {
    const { groups } = await library.search({ text, scope: EVERYWHERE, order: 'newest', groups: 20 }, signal)
    return groups.flatMap(({ hits }) => hits.map(({ snippet }) => snippet.text))
  }
  return { path, indexer, library, search, opened: () => opened, closed: () => closed }
}

function sessionLine(uuid: string, text: string): string {
  const message = { role: 'user', content: text }
  const base = {
    parentUuid: null,
    isSidechain: false,
    userType: 'external',
    cwd: '/work',
    sessionId: 's1',
    version: '2.0.1',
  }
  return `${JSON.stringify({ ...base, type: 'user', message, uuid, timestamp: '2026-03-01T10:00:00.000Z' })}\n`
}

test('a session of another tool in the workspace is searched without having been opened', async () => {
  const { search } = await startForeign()
  expect(await search('walrus')).toEqual(['walrus'])
})

test('a session that is read whole is opened once for all that is typed, and anew when it changed', async () => {
  const { path, indexer, library, search, opened, closed } = await startForeign()
  for (const text of ['wal', 'walr', 'walrus']) expect(await search(text)).toEqual(['walrus'])
  expect([opened(), closed()]).toEqual([1, 0])
  writeFileSync(path, sessionLine('one', 'walrus') + sessionLine('two', 'another walrus'))
  indexer.lookAgain()
  await indexer.settled()
  expect(await search('another')).toEqual(['another walrus'])
  expect([opened(), closed()]).toEqual([2, 1])
  library.close()
  expect(closed()).toBe(2)
})

test('a search that is not wanted any more ends', async () => {
  const { library } = await startLibrary({ 'a.json': SAID })
  const control = new AbortController()
  const found = library.search(
    { text: 'look', scope: EVERYWHERE, order: 'newest', groups: 20 },
    control.signal,
  )
  control.abort()
  await expect(found).rejects.toThrow()
})

test('titles of the threads of one folder are known, not those of folders below it or beside it', async () => {
  const { library } = await startLibrary({
    'a.json': SAID,
    'in/b.json': SAID,
    'in/c.json': SAID,
    'in/deep/d.json': SAID,
    'in-2/e.json': SAID,
  })
  expect(await library.titles('')).toEqual([{ path: 'a.json', title: 'a' }])
  expect(await library.titles('in')).toEqual([
    { path: 'in/b.json', title: 'b' },
    { path: 'in/c.json', title: 'c' },
  ])
  expect(await library.titles('none')).toEqual([])
})
