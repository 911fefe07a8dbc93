import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { AppError } from '../../shared/ipc/errors.ts'
import type { JsonValue, Message, ThreadHead } from '../../shared/thread/message.ts'
import { wrapCheckpoint } from '../compaction/checkpoint/wrapper.ts'
import { type RenderInput, renderThread } from './render-thread.ts'

function head(more: Partial<ThreadHead> = {}): ThreadHead {
  return {
    title: 't',
    model: null,
    systemPrompt: '',
    tools: [],
    variables: {},
    variantValues: {},
    snapshotVariables: {},
    compactionInstructions: null,
    ...more,
  }
}

function message(text: string, more: Partial<Message> = {}): Message {
  return {
    id: 'm1',
    role: 'user',
    content: [{ kind: 'text', text }],
    thinking: null,
    toolCalls: [],
    usage: null,
    durationMs: null,
    hasPrivateReasoning: false,
    metaFlag: null,
    ...more,
  }
}

function input(more: Partial<RenderInput> = {}): RenderInput {
  return {
    head: head(),
    messages: [],
    // 23:30 on 8 August in UTC is already the 9th in Berlin.
    now: new Date('2026-08-08T23:30:05Z'),
    timeZone: 'Europe/Berlin',
    workingDirectory: '/home/work',
    readInclude: async () => null,
    ...more,
  }
}

function textOf(rendered: Message | undefined): string {
  return rendered?.content.map((part) => (part.kind === 'text' ? part.text : '')).join('') ?? ''
}

async function render(text: string, threadHead: Partial<ThreadHead> = {}, more: Partial<RenderInput> = {}) {
  const result = await renderThread(input({ head: head(threadHead), messages: [message(text)], ...more }))
  return { text: textOf(result.messages[0]), problems: result.problems }
}

const json = (value: unknown): JsonValue => ({ type: 'json', value: JSON.stringify(value) })

describe('variables', () => {
  it('S-194 renders dates in the person’s time zone, in each format', async () => {
    const variables = {
      a: { type: 'currentDate', format: 'readable-date' },
      b: { type: 'currentDate', format: 'iso-date' },
      c: { type: 'currentDate', format: 'local-date-time' },
      d: { type: 'currentDate', format: 'something new' },
    }
    const { text } = await render('{{a}}|{{ b }}|{{c}}|{{d}}', { variables })
    expect(text).toBe('2026-08-09, Sunday|2026-08-09|2026-08-09 01:30:05|2026-08-09, Sunday')
  })

  it('renders text, JSON, working directory and values of the active variant', async () => {
    const { text, problems } = await render(
      '{{ product }} {{ note }} {{ data }} {{ data.list[1] }} {{ cwd }} {{ set_cwd }}',
      {
        variables: {
          note: { type: 'text', value: 'a & <b>' },
          data: { type: 'json', value: '{"list": [1,  2]}' },
          cwd: { type: 'workingDirectory', value: '' },
          set_cwd: { type: 'workingDirectory', value: '/srv' },
        },
        variantValues: { product: 'Reader' },
      },
    )
    expect(text).toBe('Reader a & <b> {"list": [1,  2]} 2 /home/work /srv')
    expect(problems).toEqual([])
  })

  it('prefers values frozen at the first run of exactly this place', async () => {
    const threadHead = {
      systemPrompt: '{{ version }} {{ data.n }}',
      variantValues: { version: 'new' },
      variables: { data: json({ n: 1 }) },
      snapshotVariables: {
        systemPrompt: { version: 'old', data: '{"n": 7}' },
        'message:other:text': { version: 'elsewhere' },
      },
    }
    const result = await renderThread(input({ head: head(threadHead), messages: [message('{{ version }}')] }))
    expect(result.systemPrompt).toBe('old 7')
    expect(textOf(result.messages[0])).toBe('new')
  })

  it('takes a frozen whole output as it is', async () => {
    const { text } = await render('{% if x %}a{% endif %}', {
      snapshotVariables: { 'message:m1:text': { '\u0000rendered:v2': 'what was sent {{ then }}' } },
    })
    expect(text).toBe('what was sent {{ then }}')
  })

  it('S-195 renders enabled skills, and reports those that are not there', async () => {
    const skills = [
      { name: 'notes', description: 'Writes\nnotes.', path: '/s/notes' },
      { name: 'tests', description: 'Runs <tests>.', path: '' },
    ]
    const variables = {
      all: { type: 'skills', skillNames: [], includeAll: true, format: 'markdown-list', indent: 2 },
      some: { type: 'skills', skillNames: ['tests', 'gone'], includeAll: false, format: 'xml', indent: 0 },
      none: { type: 'skills', skillNames: [], includeAll: false, format: 'markdown-list', indent: 0 },
    }
    const { text, problems } = await render('{{all}}\n{{some}}\n[{{none}}]', { variables }, { skills })
    expect(text).toBe(
      '- **notes**: Writes notes.\n  - **tests**: Runs <tests>.\n' +
        '<skill>\n  <name>tests</name>\n  <description>Runs &lt;tests&gt;.</description>\n</skill>\n[]',
    )
    expect(problems).toEqual([{ kind: 'missing-skill', name: 'gone', place: 'message:m1' }])
  })
})

describe('files', () => {
  const files: { readonly [path: string]: string } = {
    'notes.md': 'N {{ product }} {{ unknown }}',
    'other.md': 'O',
  }
  const readInclude = async (path: string): Promise<string | null> => {
    if (path.startsWith('/etc')) throw new AppError('path-outside', 'no')
    return files[path] ?? null
  }

  it('S-196 includes files in both forms, by expression too, and never expands them', async () => {
    const { text, problems } = await render(
      '{{@include("notes.md")}} @include("other.md") {{ doc }} {{ @include(dir ~ ".md") }} {% if exists("other.md") %}yes{% endif %}{% if exists("no.md") %}no{% endif %}',
      {
        variantValues: { product: 'P', dir: 'other' },
        variables: { doc: { type: 'file', value: 'other.md' } },
      },
      { readInclude },
    )
    expect(text).toBe('N {{ product }} {{ unknown }} O O O yes')
    expect(problems).toEqual([])
  })

  it('reports missing and refused files by kind, and leaves no placeholder', async () => {
    const { text, problems } = await render(
      '{{@include("gone.md")}} {{@include("/etc/passwd")}} {{ doc }} @include("gone2.md")',
      { variables: { doc: { type: 'file', value: 'gone3.md' } } },
      { readInclude },
    )
    expect(text).toBe('[gone.md] [/etc/passwd] [gone3.md] @include("gone2.md")')
    expect(problems.map(({ kind, name }) => [kind, name])).toEqual([
      ['missing-include', 'gone.md'],
      ['include-refused', '/etc/passwd'],
      ['missing-file', 'gone3.md'],
      ['missing-include', 'gone2.md'],
    ])
  })

  it('reads each file once per thread', async () => {
    const reads: string[] = []
    const template = '{{@include("notes.md")}}'
    await renderThread(
      input({
        messages: [message(template), message(template, { id: 'm2' })],
        readInclude: async (path) => {
          reads.push(path)
          return 'x'
        },
      }),
    )
    expect(reads).toEqual(['notes.md'])
  })
})

describe('one pass', () => {
  it('B-57 never expands a value a second time', async () => {
    const { text, problems } = await render('Hello {{name}}', {
      variantValues: { name: '{{secret}}', secret: 's3' },
    })
    expect(text).toBe('Hello {{secret}}')
    expect(problems).toEqual([])
  })

  it('B-57 never expands answers, tool results or checkpoints that quote placeholders', async () => {
    const quoting = '{{ name }} {% if name %} {{conversation}} @include("x")'
    const call = {
      id: 'c1',
      name: 'bash',
      arguments: { command: quoting },
      partialArguments: null,
      output: { content: [{ kind: 'text' as const, text: quoting }], isError: false },
    }
    const messages = [
      message(quoting, { role: 'assistant', thinking: quoting, toolCalls: [call] }),
      message(wrapCheckpoint(`## Goal\n${quoting}`)),
      message(`# Context checkpoint\n\n## Goal\n${quoting}`),
    ]
    const result = await renderThread(input({ head: head({ variantValues: { name: 'N' } }), messages }))
    expect(result.messages).toEqual(messages)
    expect(result.problems).toEqual([])
  })

  it('fills only frozen names into a tool result, and only where they were frozen for it', async () => {
    const call = (id: string) => ({
      id,
      name: 'mock',
      arguments: {},
      partialArguments: null,
      output: { content: [{ kind: 'text' as const, text: '{{ day }} {{ other }} {% x %}' }], isError: false },
    })
    const result = await renderThread(
      input({
        head: head({ snapshotVariables: { 'toolResult:m1:c1:text': { day: '{{ other }}', x: 'no' } } }),
        messages: [message('', { role: 'assistant', toolCalls: [call('c1'), call('c2')] })],
      }),
    )
    expect(result.messages[0]?.toolCalls.map((item) => item.output?.content)).toEqual([
      [{ kind: 'text', text: '{{ other }} {{ other }} {% x %}' }],
      [{ kind: 'text', text: '{{ day }} {{ other }} {% x %}' }],
    ])
  })

  it('writes any value word for word', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (value) => {
        const { text, problems } = await render('<{{ v }}>', { variantValues: { v: value } })
        expect(text).toBe(`<${value}>`)
        expect(problems).toEqual([])
      }),
    )
  })
})

describe('names nobody defined', () => {
  it('reports each once per place and leaves it readable', async () => {
    const { text, problems } = await render('{{ gone }}, {{ gone }}, {{ a.b.c }}, { { spaced } }')
    expect(text).toBe('[gone], [gone], [a.b.c], { { spaced } }')
    expect(problems).toEqual([
      { kind: 'unknown-variable', name: 'gone', place: 'message:m1' },
      { kind: 'unknown-variable', name: 'a', place: 'message:m1' },
    ])
  })

  it('does not report a name that the template itself guards', async () => {
    const { text, problems } = await render(
      '{{ x | default("d") }}{% if y is defined %}1{% else %}2{% endif %}',
    )
    expect(text).toBe('d2')
    expect(problems).toEqual([])
  })

  it('leaves a missing key of a known value empty', async () => {
    expect(await render('[{{ data.missing }}]', { variables: { data: json({}) } })).toEqual({
      text: '[]',
      problems: [],
    })
  })
})

describe('language', () => {
  const threadHead = {
    variables: {
      team: json({ size: 4, names: ['Ada', 'Lin', 'Oki'] }),
      steps: json(['freeze', 'test']),
      pairs: json({ a: 1, b: 2 }),
    },
    variantValues: { name: 'reader' },
  }
  it.each([
    ['{% if team.size > 3 %}{{ team.names | join(", ") }}{% else %}alone{% endif %}', 'Ada, Lin, Oki'],
    [
      '{% for s in steps %}{{ loop.index }}. {{ s }}{% if not loop.last %}; {% endif %}{% endfor %}',
      '1. freeze; 2. test',
    ],
    ['{% for k, v in pairs %}{{ k }}={{ v }} {% endfor %}', 'a=1 b=2 '],
    ['{% for x in [] %}{% else %}none{% endfor %}', 'none'],
    ['{% set n = name | upper %}{{ n }} {{ n | lower | title }}', 'READER Reader'],
    ['{{ "yes" if team.size >= 4 and "Ada" in team.names else "no" }}', 'yes'],
    ['{{ 7 // 2 }} {{ 7 % 2 }} {{ 2 ** 3 }} {{ 1 + 2 * 3 }} {{ "a" ~ 1 }} {{ -5 | abs }}', '3 1 8 7 a1 5'],
    ['{# a comment #}x{{- " y" -}} z', 'x yz'],
    ['{% raw %}{{ name }}{% endraw %}', '{{ name }}'],
    [
      '{{ steps[-1] }} {{ steps | length }} {{ steps | last }} {{ steps | reverse | first }}',
      'test 2 test test',
    ],
    [
      '{{ "a,b" | replace(",", ";") }} {{ "abcdef" | truncate(3) }} {{ 3.14159 | round(2) }}',
      'a;b abc... 3.14',
    ],
    ['{{ {"k": [1, 2]} | dump }} {{ pairs | tojson }}', '{"k":[1,2]} {"a":1,"b":2}'],
    ['{% for i in range(1, 4) %}{{ i }}{% endfor %}{{ range(3) | join("-") }}', '1230-1-2'],
    ['{{ "l1\nl2" | indent(2) }}', 'l1\n  l2'],
    ['{% filter upper %}x {{ name }}{% endfilter %}', 'X READER'],
    ['{% if name is string and team.size is divisibleby(2) and team is mapping %}ok{% endif %}', 'ok'],
    ['{% if none is none %}n{% endif %}{{ [3, 1, 2] | sort | join }}', 'n123'],
  ])('%s', async (template, expected) => {
    expect(await render(template, threadHead)).toEqual({ text: expected, problems: [] })
  })
})

describe('texts that are no templates', () => {
  it('reports a broken template and keeps its text with parted braces', async () => {
    const { text, problems } = await render('{% if broken %}This never ends {{ x }}')
    expect(text).toBe('{ % if broken % }This never ends { { x } }')
    expect(problems).toEqual([
      { kind: 'syntax', name: '{% if broken %}This never ends {{ x }}', place: 'message:m1' },
    ])
  })

  it('leaves texts without marks alone, whatever their size', async () => {
    const code = `const x = { a: { b: 1 } } // {# not a comment ${'x'.repeat(500_000)}`
    expect(await render(code)).toEqual({ text: code, problems: [] })
  })

  it('keeps a pasted half megabyte with marks, and says so', async () => {
    const { text, problems } = await render(`{{ a }}${'x'.repeat(500_000)}`)
    expect(text.startsWith('{ { a } }xxx')).toBe(true)
    expect(problems).toMatchObject([{ kind: 'syntax', name: expect.stringContaining('{{ a }}') }])
  })
})

describe('hostile templates', () => {
  const threadHead = {
    variables: {
      data: { type: 'json', value: '{"__proto__": {"x": 1}, "toString": "mine", "a": {}}' },
      list: json(['a']),
    },
    variantValues: { name: 'text' },
  }
  const refused = [
    '{{ name.constructor("return process")() }}',
    '{{ range.constructor("return globalThis")() }}',
    '{{ data.a.constructor.constructor("return 1")() }}',
    '{{ list.concat(list) }}',
    '{{ name.toString() }}',
    '{{ process.exit(1) }}',
    '{{ joiner() }} {{ cycler(1) }}',
    '{{ eval("1") }}',
    '{{ @require("fs") }}',
    '{{ name | constructor }}',
    '{{ name | __proto__ }}',
    '{% include "/etc/passwd" %}',
    '{% extends "/etc/passwd" %}',
    '{% import "/etc/passwd" as x %}',
    '{% from "/etc/passwd" import y %}',
    '{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}',
    '{% block a %}x{% endblock %}',
    '{% call f() %}x{% endcall %}',
    '{% asyncEach x in list %}{% endeach %}',
    '{{ r/(a+)+$/ }}',
    '{% set a.b = 1 %}',
    '{{ name | default(value="x") }}',
    '{{ "a" | urlize }}',
  ]
  it.each(refused)('refuses %s', async (template) => {
    const { text, problems } = await render(template, threadHead)
    expect(problems.map(({ kind }) => kind)).toEqual(['syntax'])
    expect(text).not.toMatch(/\{\{|\{%/)
  })

  it.each([
    [
      '{{ name.constructor }}|{{ name["__proto__"] }}|{{ list.__proto__ }}|{{ list["con" ~ "structor"] }}',
      '|||',
    ],
    ['{{ data.a.__proto__ }}|{{ data.a.toString }}|{{ data.hasOwnProperty }}', '||'],
    ['{{ data.toString }}', 'mine'],
    ['{{ loop }}{{ globalThis }}{{ process }}{{ require }}', '[loop][globalThis][process][require]'],
    ['{{ constructor }}{{ __proto__ }}{{ toString }}', '[constructor][__proto__][toString]'],
    ['{% set __proto__ = {"x": "y"} %}{{ __proto__.x }}{{ {}.x }}', 'y'],
    ['{{ data + 1 }}{{ data * 2 }}{{ data > 1 }}', expect.stringContaining('NaNfalse')],
  ])('gives nothing of any prototype: %s', async (template, expected) => {
    expect((await render(template, threadHead)).text).toEqual(expected)
    expect(({} as { x?: unknown }).x).toBe(undefined)
  })

  it.each([
    ['nested loops', '{% for a in range(9999) %}{% for b in range(9999) %}x{% endfor %}{% endfor %}'],
    ['a list of lists of lists', `{% set a = ["x"] %}${'{% set a = [a, a, a] %}'.repeat(60)}{{ a }}`],
    ['a list of lists as a number', `{% set a = [1] %}${'{% set a = [a, a, a] %}'.repeat(60)}{{ a | join }}`],
    ['growing text', `{% set a = "x" %}${'{% set a = a ~ a %}'.repeat(60)}{{ a }}`],
    ['growing by replace', `{% set a = "aaaa" %}${'{% set a = a | replace("a", a) %}'.repeat(20)}{{ a }}`],
    ['growing by join', `{% set a = "aa" %}${'{% set a = [a, a] | join(a) %}'.repeat(40)}{{ a }}`],
    ['a huge range', '{% for i in range(1e15, 0, -1) %}x{% endfor %}{{ range(99999999) }}'],
    ['an endless range', '{{ range(0, 10, 0) }}'],
    ['deep nesting', `{{ ${'('.repeat(50_000)}1${')'.repeat(50_000)} }}`],
    ['deep lists', `{% set a = [] %}${'{% set a = [a] %}'.repeat(9000)}{{ a }}`],
    ['white space beside a dash', `a${' '.repeat(150_000)}b{{- 1 }}`],
    ['many raw blocks', '{% raw %}x{% endraw %}'.repeat(8000)],
    ['unclosed raw blocks', '{% raw %}'.repeat(20_000)],
    ['many open marks', '{{'.repeat(90_000)],
    ['many open includes', '@include('.repeat(20_000)],
    ['long names', `{{ ${'a'.repeat(190_000)} }}`],
  ])('ends soon with %s', async (_name, template) => {
    const startMs = performance.now()
    const { text } = await render(template, threadHead)
    expect(performance.now() - startMs).toBeLessThan(2000)
    expect(text.length).toBeLessThan(8_500_000)
  })

  it('ends soon with a thousand messages that each use up their budget', async () => {
    const template = '{% for a in range(9999) %}{% for b in range(9999) %}x{% endfor %}{% endfor %}'
    const messages = Array.from({ length: 1000 }, (_, n) => message(template, { id: `m${n}` }))
    const startMs = performance.now()
    const result = await renderThread(input({ messages }))
    expect(performance.now() - startMs).toBeLessThan(5000)
    expect(result.problems.length).toBe(1000)
  })

  it('never throws and never leaves a placeholder of its own, whatever the template', async () => {
    const bits = fc.constantFrom(
      '{{',
      '}}',
      '{%',
      '%}',
      '{#',
      '#}',
      ' if ',
      ' for x in ',
      ' endif ',
      'endfor',
      'set a = ',
      'name',
      'data',
      '.',
      '|',
      'join',
      '(',
      ')',
      '[',
      ']',
      '"',
      "'",
      '~',
      '+',
      '-',
      '__proto__',
      'constructor',
      '@include("a")',
      'raw',
      '\n',
      '1',
      ',',
      'is',
      'not ',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(bits, { maxLength: 25 }), async (parts) => {
        const { text } = await render(parts.join(''), {
          variantValues: { name: 'n' },
          variables: { data: json([1]) },
        })
        if (!parts.includes('raw')) expect(text).not.toMatch(/\{\{\s*\w+\s*\}\}/)
      }),
      { numRuns: 1500 },
    )
  })
})

const samples = [process.env.PALIMPSEST_SAMPLES, join(process.cwd(), '..', 'shared', 'samples')]
  .map((folder) =>
    folder === undefined ? '' : join(folder, 'llm-space', 'edge', 'meta-prompt-templates.json'),
  )
  .find((path) => path !== '' && existsSync(path))
if (samples === undefined)
  process.stdout.write('sample threads are not here: one test of prompts is skipped\n')

test.skipIf(samples === undefined)('renders the sample thread of templates', async () => {
  const file = JSON.parse(readFileSync(samples ?? '', 'utf8'))
  const { context } = file
  const messages: Message[] = context.messages
    .filter((item: { role: string }) => item.role === 'user')
    .map((item: { id: string; content: { text: string }[] }) =>
      message(item.content[0]?.text ?? '', { id: item.id }),
    )
  const result = await renderThread(
    input({
      head: head({
        systemPrompt: context.systemPrompt,
        variables: context.variables,
        variantValues: context.variableVariants.variants.default,
        snapshotVariables: context.snapshot.variables,
      }),
      messages,
    }),
  )
  expect(result.systemPrompt).toContain('Today is 2026-08-09, Sunday.')
  expect(result.messages.map(textOf)).toEqual([
    expect.stringContaining('<current-date>2026-08-09, Sunday</current-date>'),
    'Plan the release of Archive Reader 1.5.0. Today is 2026-08-09, Sunday.',
    'Split the work between Ada, Lin, Oki.',
    '1. freeze\n2. test\n3. tag\nCheck these steps.',
    'Use the file: [~/project-notes/missing-file.md] and the include [/nowhere/at-all/checklist.md]. ' +
      '[not_a_variable] is no variable, { { spaced } } is no placeholder.',
    '{ % if broken % }This template never ends',
  ])
  expect(result.problems.map(({ kind, name }) => [kind, name])).toEqual([
    ['missing-include', '~/project-notes/does-not-exist.md'],
    ['missing-file', '~/project-notes/missing-file.md'],
    ['missing-include', '/nowhere/at-all/checklist.md'],
    ['unknown-variable', 'not_a_variable'],
    ['syntax', '{% if broken %}This template never ends'],
  ])
})
