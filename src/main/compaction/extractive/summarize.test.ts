import { describe, expect, it } from 'vitest'
import type { CheckpointSection } from '../../../shared/compact/checkpoint.ts'
import type { JsonValue, Message, ToolCall } from '../../../shared/thread/message.ts'
import { buildExtractiveCheckpoint } from './build-checkpoint.ts'
import { checkpointLanguage } from './checkpoint-language.ts'

function call(name: string, args: JsonValue, output: string | null, isError = false): ToolCall {
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
  return {
    id: '',
    role,
    content: [{ kind: 'text', text }],
    thinking: null,
    toolCalls,
    usage: null,
    durationMs: null,
    hasPrivateReasoning: false,
    metaFlag: null,
  }
}

function build(
  messages: readonly Message[],
  previous: readonly CheckpointSection[] = [],
  budgetChars = 4_000,
): (key: CheckpointSection['key']) => string {
  const { sections } = buildExtractiveCheckpoint({
    messages,
    previous,
    budgetChars,
    instructions: '',
    upcoming: [],
    firstIndex: 0,
    firstTurn: 1,
  })
  return (key) => sections.find((section) => section.key === key)?.text ?? ''
}

const GERMAN = [
  message('user', 'Bitte bau den Import der Rechnungen für die Buchhaltung um.'),
  message('assistant', 'Ich lese zuerst den Import.', [call('read_file', { path: 'import.py' }, 'x = 1')]),
  message('user', 'Lieber 4 Worker statt 5. Verschiebe den Import auf 03:30. Ohne den UNIQUE INDEX.'),
  message('assistant', 'Ich ändere die Zahl der Worker.', [
    call('edit_file', { path: 'import.py' }, 'ok'),
    call('bash', { command: 'npm test' }, 'Error: 3 failed\nexit code: 1', true),
  ]),
]

describe('what the person decided', () => {
  it('stands under the decisions in the words of the person', () => {
    const decisions = build(GERMAN)('decisions')
    expect(decisions).toContain('Nutzer: "Lieber 4 Worker statt 5."')
    expect(decisions).toContain('"Verschiebe den Import auf 03:30."')
    expect(decisions).toContain('"Ohne den UNIQUE INDEX."')
  })

  it('is not taken from questions and reports of problems', () => {
    const text = build([
      message('user', 'Why does it print 5 rather than 4? It shows the old value instead of the new one.'),
      message('assistant', 'Because the cache is stale.'),
    ])('decisions')
    expect(text).toBe('')
  })
})

describe('the state of a request', () => {
  it('is not "unanswered" when work followed it, even if the turn ends with a call', () => {
    expect(build(GERMAN)('goal')).toContain('Letzte Anfrage (in Arbeit)')
    expect(build(GERMAN)('plan')).not.toContain('[unanswered]')
  })

  it('is "unanswered" when nothing came back', () => {
    const open = [
      ...GERMAN,
      message('user', 'Und nun bitte auch noch die Mahnungen der Kunden.'),
      message('assistant', '', [call('bash', { command: 'ls' }, null)]),
    ]
    expect(build(open)('goal')).toContain('Letzte Anfrage (noch nicht beantwortet)')
    expect(build(open)('plan')).toContain('[unanswered] Und nun bitte auch noch')
  })
})

describe('the words around quotations', () => {
  it.each([
    ['Bitte prüfe den Bericht und sag mir, was nicht stimmt und was du ändern wirst.', 'Erste Anfrage'],
    ['請求書の取り込みを直してください。テストも追加してください。', '最初の依頼'],
    [
      'Peux-tu corriger le rapport pour les clients et ajouter les tests avec les données ?',
      'Première demande',
    ],
    [
      'Corrige el informe para los clientes y añade las pruebas con los datos, por favor.',
      'Primera petición',
    ],
    ['把订单导出改成后台任务，完成后给下载链接。', '最初的请求'],
    ['Please mend the report and add the tests that are missing.', 'First request'],
  ])('are in the language of the person: %s', (text, label) => {
    expect(build([message('user', text), message('assistant', 'OK.')])('goal')).toContain(label)
  })
})

describe('the language of an update', () => {
  const more = [
    message('user', 'Please mend the report and add the tests that are missing for this.'),
    message('assistant', 'Done, the tests are there.'),
    message('user', 'Now take the queue for the mails, and then write the page about it.'),
    message('assistant', 'It is written.'),
  ]
  const update = (previous: readonly CheckpointSection[]) =>
    buildExtractiveCheckpoint({
      messages: more,
      previous,
      budgetChars: 6_000,
      instructions: '',
      upcoming: [],
      firstIndex: 10,
      firstTurn: 5,
    }).sections

  it('is that of its former checkpoint, whatever was written since', () => {
    const first = buildExtractiveCheckpoint({
      messages: GERMAN,
      previous: [],
      budgetChars: 6_000,
      instructions: '',
      upcoming: [],
      firstIndex: 0,
      firstTurn: 1,
    }).sections
    const second = update(first)
    const third = update(second)
    for (const sections of [second, third]) {
      const goal = sections.find(({ key }) => key === 'goal')?.text ?? ''
      expect(goal).toContain('Letzte Anfrage')
      expect(goal).not.toContain('Latest request')
    }
  })

  it('is that of a former checkpoint that a model wrote', () => {
    const said =
      'Die Rechnungen werden importiert, und der Bericht ist noch nicht fertig, weil eine Spalte fehlt.'
    const [goal] = update([{ key: 'goal', lane: 'narrative', text: said }])
    expect(goal?.text).toContain('Letzte Anfrage')
    expect(checkpointLanguage(more, [{ key: 'goal', lane: 'narrative', text: said }])).toBe('de')
    expect(checkpointLanguage(more, [])).toBe('en')
  })
})

describe('a second compaction', () => {
  const first = buildExtractiveCheckpoint({
    messages: [
      message('user', 'Please build the parser for the invoices.'),
      message('assistant', 'Built.', [call('edit_file', { path: 'src/parser.ts' }, 'ok')]),
      message('assistant', 'The parser is there.'),
      message('user', 'Take Postgres for the archive.'),
      message('assistant', 'Done, Postgres it is.'),
    ],
    previous: [],
    budgetChars: 4_000,
    instructions: '',
    upcoming: [],
    firstIndex: 0,
    firstTurn: 1,
  }).sections
  const later = Array.from({ length: 30 }, (_, index) => [
    message('user', `Please also build screen number ${index} of the invoice archive.`),
    message('assistant', 'Built.', [call('edit_file', { path: `src/screen-${index}.ts` }, 'ok')]),
    message('assistant', 'The screen is there.'),
  ]).flat()

  it('keeps finished work of the first one beside the new, oldest first', () => {
    const done = build(later, first, 6_000)('done')
    expect(done).toContain('build the parser')
    expect(done).toContain('screen number 29')
    expect(done.indexOf('parser')).toBeLessThan(done.indexOf('screen number 29'))
  })

  it('says every line once', () => {
    const lines = build(later, first, 6_000)('done').split('\n')
    expect(new Set(lines).size).toBe(lines.length)
  })

  it('drops a decision that a later one takes back', () => {
    const text = build(
      [message('user', 'Use SQLite instead of Postgres for the archive.'), message('assistant', 'Done.')],
      first,
    )
    const all = `${text('decisions')}\n${text('rules')}`
    expect(all).toContain('SQLite instead of Postgres')
    expect(all).not.toContain('Take Postgres')
  })
})

describe('a checkpoint of many rules', () => {
  it('still says what the work is, beside every rule', () => {
    const rules = Array.from(
      { length: 59 },
      (_, at) => `Never rename table_${at}: ${'the reports read it by that name, '.repeat(4)}`,
    )
    const messages = rules.flatMap((rule, at) => [
      message('user', `Please move report ${at} to the new store. ${rule}`),
      message('assistant', `Report ${at} reads from the new store now.`),
    ])
    const section = build(messages, [], 8_000)
    expect(section('goal')).toContain('Please move report 58 to the new store.')
    expect(section('done')).not.toBe('')
    for (const rule of rules) expect(section('rules')).toContain(rule.slice(0, 60))
  })
})

describe('a small checkpoint', () => {
  const TURNS = [
    message('user', `'/tmp/${'shots/'.repeat(20)}one.png' the border of the dialog is too dark, mend it`),
    message('assistant', 'The border takes the colour of the text.', [
      call('edit_file', { path: 'src/dialog.css' }, 'ok'),
    ]),
    message('user', 'Now the same for the menu please.'),
    message('assistant', 'Done.', [call('edit_file', { path: 'src/menu.css' }, 'ok')]),
    message('user', 'And what is left to do after this one?'),
  ]

  it('tells what was done rather than one finding', () => {
    const section = build(TURNS, [], 1_400)
    expect(section('done')).toContain('menu.css')
    expect(section('context')).toBe('')
  })

  it('quotes the words behind a long path', () => {
    expect(build(TURNS)('goal')).toContain('the border of the dialog')
    expect(build(TURNS, [], 1_400)('goal')).not.toContain('"…"')
  })
})

describe('short sentences in Chinese', () => {
  it('say as much as longer ones in English: question and answer are told', () => {
    const section = build(
      [
        message('user', '请为图书馆迁移制定计划。'),
        message('assistant', '好的，我先读旧系统。'),
        message('user', '逾期罚款多少？'),
        message('assistant', '罚款每天0.2元，上限20元。'),
        message('user', '条码有重复吗？'),
        message('assistant', '有137条重复条码。'),
      ],
      [],
      4_000,
    )
    expect(section('done')).toContain('罚款每天0.2元')
    expect(section('done')).toContain('137条重复条码')
  })

  it('follow each other without a space in a quotation', () => {
    const section = build([
      message('user', '新的数据库用 SQLite。代码放在 src 里。'),
      message('assistant', '好。'),
    ])
    expect(section('goal')).toContain('SQLite。代码放在')
  })
})

describe('an outcome', () => {
  const steps = (count: number) =>
    Array.from({ length: count }, (_, at) => [
      message('user', `Step ${at}: make src/part-${at}.ts keep its order after a restart.`),
      message('assistant', `Part ${at} keeps its order now, because src/part-${at}.ts sorts it.`),
    ]).flat()

  it('that stands behind its request is no finding as well', () => {
    const section = build(steps(12), [], 8_000)
    expect(section('done')).toContain('→ Part 11 keeps its order now, because src/part-11.ts sorts it.')
    expect(section('context')).not.toContain('Part 11 keeps its order')
  })

  it('is not doubled by a second checkpoint either', () => {
    const previous = [
      { key: 'done' as const, lane: 'narrative' as const, text: '- "Step 1: x" → Part 1 is sorted by name.' },
      {
        key: 'context' as const,
        lane: 'narrative' as const,
        text: '- Part 1 is sorted by name.\n- The disk is slow.',
      },
    ]
    const section = build(steps(3), previous, 8_000)
    expect(section('context')).toContain('The disk is slow.')
    expect(section('context')).not.toContain('Part 1 is sorted')
  })
})

describe('an old to-do list', () => {
  const todos = (contents: readonly string[], status = 'pending') =>
    call('TodoWrite', { todos: contents.map((content) => ({ content, status })) }, 'ok')
  const list = message('assistant', 'The plan:', [
    todos(['Write the parser', 'Add a Redis cache', 'Ship the release notes'], 'in_progress'),
  ])
  const started = [message('user', 'Please plan the importer for the invoices.'), list]

  it('is not told as what comes next when later words settled it', () => {
    const section = build([
      ...started,
      message('user', 'Drop the Redis cache, it is too slow to set up.'),
      message('assistant', 'Without the cache then. The parser is done and in use.'),
    ])
    const open = `${section('in-progress')}\n${section('next-steps')}`
    expect(open).toContain('release notes')
    expect(open).not.toContain('Redis')
    expect(open).not.toContain('parser')
    expect(section('plan')).toContain('[cancelled] Add a Redis cache')
    expect(section('plan')).toContain('[done] Write the parser')
  })

  const others = ['the menu', 'the dialog', 'the colours'].flatMap((thing) => [
    message('user', `Please look at ${thing} of the start page now.`),
    message('assistant', `I changed ${thing}. It reads well in both themes.`),
  ])

  it('gives way to the next step that was stated after it', () => {
    const stated = [
      message('user', 'And what comes after that?'),
      message('assistant', 'Next I will mend the footer of the start page.'),
    ]
    const section = build([...started, ...others, ...stated])
    expect(section('next-steps')).toContain('mend the footer')
    expect(`${section('in-progress')}\n${section('next-steps')}`).not.toContain('release notes')
    expect(section('plan')).toContain('Ship the release notes (as it stood 4 requests before)')
  })

  it('is told as an older plan when nothing newer is stated', () => {
    const section = build([...started, ...others])
    expect(section('in-progress')).not.toContain('parser')
    expect(section('next-steps')).toContain('Open in an older plan: Write the parser')
  })

  it('is told so in Chinese', () => {
    const section = build([
      message('user', '请为发票导入器制定计划。'),
      message('assistant', '计划如下：', [todos(['编写解析器的单元测试', '实现导出功能'])]),
      message('user', '解析器的单元测试取消。先看看菜单。'),
      message('assistant', '菜单看过了。'),
    ])
    expect(section('next-steps')).toContain('计划中未完成: 实现导出功能')
    expect(section('plan')).toContain('[cancelled] 编写解析器的单元测试')
  })
})
