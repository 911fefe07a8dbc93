/** One kind of machine-made text: what tools print and protocols carry. */
export interface CorpusKind {
  readonly name: string
  readonly make: (random: Random) => string
}

/** Seeded source of choices; the same seed always gives the same text. */
export interface Random {
  readonly below: (limit: number) => number
  readonly pick: <T>(list: readonly [T, ...T[]]) => T
  readonly chars: (count: number, alphabet: string) => string
}

/** A small counter-based generator (32-bit mixing). */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  function below(limit: number): number {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return Math.floor((((mixed ^ (mixed >>> 16)) >>> 0) / 0x1_0000_0000) * limit)
  }
  return {
    below,
    pick: (list) => list[below(list.length)] ?? list[0],
    chars: (count, alphabet) => {
      let text = ''
      for (let index = 0; index < count; index++) text += alphabet[below(alphabet.length)] ?? ''
      return text
    },
  }
}

const HEX = '0123456789abcdef'
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const ALNUM = BASE64.slice(0, 62)

const WORDS = (
  'account action active address agent answer archive array attempt author batch binary block body boundary branch ' +
  'bridge browser budget buffer build button cache cancel chain change channel character check checkpoint child ' +
  'claim class client clock close cluster code collect column command commit compact compile complete config connect ' +
  'container content context copy core count create cursor custom data database deadline debug decode default delete ' +
  'deliver deploy detail device disk document domain draft drop duration edge editor effect element email empty encode ' +
  'engine entry error estimate event example exit expect export external failed feature fetch field file filter final ' +
  'find finish flag flush folder font format forward frame function future gateway generate global group handler hash ' +
  'header health height history host hour image import index inner input insert install instance interval invalid item ' +
  'journal keep kernel label language large layer layout leader length level library limit link list listener load ' +
  'local lock login loop machine manager manifest map market mask master match measure member memory merge message meta ' +
  'method metric minute missing mode model module monitor mount name native network node normal notice number object ' +
  'offset online open option order origin output override owner package packet page panel parent parse part partial ' +
  'password patch path pattern payload pending percent permission phase pipeline plan player plugin point policy pool ' +
  'port position power prefix preview previous price primary print private process product profile project prompt ' +
  'property protocol provider proxy public query queue range rate raw reader ready reason receive record recover region ' +
  'register reject release remote remove render repair replace report request reset resolve resource response restart ' +
  'restore result retry return review role rollback root route rule running runtime sample scale schedule schema scope ' +
  'score screen script search second section secret segment select send sensor sequence serial server service session ' +
  'setting shard share shell shutdown signal silent single size skip snapshot socket source split stable stack stage ' +
  'standard start state status step storage store stream string style subject submit success summary supply switch ' +
  'symbol sync system table target task template terminal test text thread threshold throttle ticket timeout timer ' +
  'title token tool topic total trace track traffic transaction transfer trigger trust type unit unknown unlock update ' +
  'upload upstream user value variable vector vendor verify version view visible volume wait warning watch weight width ' +
  'window wizard worker workspace wrapper write zone'
).split(' ') as [string, ...string[]]

const VERBS = [
  'read',
  'wrote',
  'opened',
  'closed',
  'skipped',
  'failed',
  'retried',
  'loaded',
  'stored',
  'sent',
] as const

interface Words {
  readonly word: () => string
  readonly phrase: (count: number) => string
  readonly path: () => string
  readonly camel: () => string
  readonly time: () => string
}

function wordsOf(random: Random): Words {
  const word = () => random.pick(WORDS)
  const phrase = (count: number) => Array.from({ length: count }, word).join(' ')
  const camel = () => word() + title(word()) + (random.below(3) ? '' : title(word()))
  const path = () => {
    const root = random.pick([
      'src',
      'lib',
      'packages/app/src',
      'test/unit',
      'internal',
      'cmd',
      '/usr/share',
      '/home/dev/work',
    ])
    const name = random.below(2) ? `${word()}-${word()}` : random.below(2) ? word() : `${word()}_${word()}`
    return `${root}/${word()}/${name}.${random.pick(['ts', 'tsx', 'py', 'go', 'rs', 'json', 'md', 'css', 'c', 'yaml'])}`
  }
  const time = () =>
    `20${20 + random.below(8)}-${two(1 + random.below(12))}-${two(1 + random.below(28))}T${two(random.below(24))}:${two(random.below(60))}:${two(random.below(60))}.${String(random.below(1000)).padStart(3, '0')}Z`
  return { word, phrase, path, camel, time }
}

function title(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

/** Repeats `line` until there are `size` characters. */
function fill(size: number, line: () => string): string {
  let text = ''
  while (text.length < size) text += line()
  return text
}

const SIZE = 40_000

function record(random: Random): Record<string, unknown> {
  const { word, phrase, camel, time, path } = wordsOf(random)
  const hex = (count: number) => random.chars(count, HEX)
  return {
    id: random.below(2) ? random.below(9_999_999) : `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
    type: random.pick(['issue', 'event', 'commit', 'run', 'user']),
    [random.below(2) ? 'created_at' : 'createdAt']: time(),
    title: phrase(2 + random.below(7)),
    [camel()]: random.below(3) ? random.below(2) === 0 : null,
    [`${word()}_${word()}`]: random.below(2) ? random.below(100_000) / 1000 : random.below(500),
    labels: Array.from({ length: random.below(4) }, word),
    author: {
      login: `${word()}-${word()}`,
      url: `https://api.${word()}.example/v2/users/${random.below(99_999)}`,
      admin: false,
    },
    path: path(),
    sha: random.below(2) ? hex(40) : hex(7),
    body: random.below(3) ? `${phrase(6 + random.below(30))}.\n` : null,
  }
}

/** Machine-made kinds, about 40,000 characters each. */
export const MACHINE_KINDS: readonly CorpusKind[] = [
  { name: 'log-lines', make: logLines },
  { name: 'test-output', make: testOutput },
  { name: 'json-api', make: jsonApi },
  { name: 'json-lines', make: (random) => fill(SIZE, () => `${JSON.stringify(record(random))}\n`) },
  { name: 'base64-lines', make: (random) => fill(SIZE, () => `${random.chars(76, BASE64)}\n`) },
  {
    name: 'base64-run',
    make: (random) => fill(SIZE, () => `${random.chars(300 + random.below(2500), BASE64)}==\n`),
  },
  { name: 'hex', make: hexText },
  { name: 'listing', make: listing },
  { name: 'csv', make: csv },
  { name: 'grep', make: grepLines },
  { name: 'diff', make: diff },
  { name: 'white-space', make: whiteSpace },
  { name: 'ids-and-urls', make: idsAndUrls },
  { name: 'numbers', make: numbers },
  { name: 'yaml', make: yaml },
  { name: 'sql', make: sql },
  { name: 'emoji', make: emoji },
  { name: 'rules', make: rules },
]

function logLines(random: Random): string {
  const { word, phrase, path, camel, time } = wordsOf(random)
  return fill(SIZE, () => {
    const level = random.pick(['INFO', 'DEBUG', 'WARN', 'ERROR', 'info', 'debug'])
    switch (random.below(6)) {
      case 0:
        return `${time()} [${level}] ${word()}.${word()}: ${word()} ${random.pick(VERBS)} in ${random.below(9999)}ms (id=${random.chars(8, HEX)})\n`
      case 1:
        return `${time()} ${level} GET /api/v1/${word()}/${random.below(99_999)}?limit=${random.below(100)} ${random.pick([200, 200, 304, 404, 500])} ${random.below(900)} - ${(random.below(90_000) / 1000).toFixed(3)} ms\n`
      case 2:
        return `    at ${camel()}.${word()} (${path()}:${1 + random.below(900)}:${1 + random.below(80)})\n`
      case 3:
        return `${level} [${random.below(99_999)}] ${title(word())} ${random.pick(VERBS)} ${phrase(1 + random.below(6))}, ${word()}=${random.below(4096)} ${word()}="${phrase(2)}"\n`
      case 4:
        return `10.${random.below(255)}.${random.below(255)}.${random.below(255)} - - [${two(1 + random.below(28))}/Nov/2025:${two(random.below(24))}:${two(random.below(60))}:${two(random.below(60))} +0000] "POST /${word()}/${word()} HTTP/1.1" 200 ${random.below(99_999)}\n`
      default:
        return `npm ${random.pick(['warn', 'notice', 'error'])} ${word()} ${word()}@${random.below(9)}.${random.below(30)}.${random.below(9)}: ${phrase(4)}\n`
    }
  })
}

function testOutput(random: Random): string {
  const { phrase, path, word } = wordsOf(random)
  return fill(SIZE, () => {
    switch (random.below(5)) {
      case 0:
        return ` ${random.pick(['✓', '×', '✔', '✗'])} ${path()} (${random.below(40)} tests) ${random.below(900)}ms\n`
      case 1:
        return `   ${random.pick(['✓', '→', '❯'])} ${phrase(3 + random.below(6))} ${random.below(90)}ms\n`
      case 2:
        return `${path()}::test_${word()}_${word()} ${random.pick(['PASSED', 'FAILED', 'SKIPPED'])}      [ ${random.below(100)}%]\n`
      case 3:
        return `AssertionError: expected ${random.below(900)} to be ${random.below(900)} // Object.is equality\n`
      default:
        return `ok ${random.below(400)} - ${phrase(4)}\n`
    }
  })
}

function jsonApi(random: Random): string {
  return fill(SIZE, () => {
    const items = Array.from({ length: 1 + random.below(6) }, () => record(random))
    const document = { total_count: random.below(5000), incomplete_results: false, items }
    return `${JSON.stringify(document, null, random.pick([0, 2, 2, 4]))}\n`
  })
}

function hexText(random: Random): string {
  const { path } = wordsOf(random)
  return fill(SIZE, () => {
    switch (random.below(3)) {
      case 0:
        return `${random.chars(random.pick([32, 40, 64]), HEX)}  ${path()}\n`
      case 1:
        return `${random.chars(8, HEX)}: ${Array.from({ length: 8 }, () => random.chars(4, HEX)).join(' ')}  ${random.chars(16, ALNUM)}\n`
      default:
        return `${random.chars(64, HEX)}\n`
    }
  })
}

function listing(random: Random): string {
  const { word } = wordsOf(random)
  return fill(SIZE, () => {
    const size = String(random.below(999_999)).padStart(8)
    const date = `${random.pick(['Jan', 'Feb', 'Apr', 'Jun', 'Nov'])} ${String(1 + random.below(28)).padStart(2)}`
    const name = `${word()}-${word()}.${random.pick(['ts', 'json', 'md', 'css', 'png'])}`
    return random.below(4)
      ? `-rw-r--r-- 1 ${word()} staff ${size} ${date} ${two(random.below(24))}:${two(random.below(60))} ${name}\n`
      : `${random.pick(['├── ', '│   ├── ', '│   └── ', '    └── '])}${name}\n`
  })
}

function csv(random: Random): string {
  const { word } = wordsOf(random)
  return fill(SIZE, () => {
    const decimal = (random.below(9_000_000) / 10_000).toFixed(4)
    return `${random.below(999_999)},${decimal},${word()},${(random.below(4000) / 100 - 20).toFixed(2)},20${two(random.below(27))}-${two(1 + random.below(12))}-${two(1 + random.below(28))},"${word()} ${word()}"\n`
  })
}

function codeLine(random: Random): string {
  const { word, camel, phrase } = wordsOf(random)
  const indent = ' '.repeat(2 * random.below(5))
  switch (random.below(7)) {
    case 0:
      return `${indent}const ${camel()} = await ${camel()}(${word()}, { ${word()}: ${random.below(500)}, ${camel()} })`
    case 1:
      return `${indent}if (${word()}.${word()} === '${word()}') return ${word()}.${camel()}()`
    case 2:
      return `${indent}// ${title(phrase(5 + random.below(6)))}.`
    case 3:
      return `${indent}export function ${camel()}(${word()}: string, ${word()}: readonly ${title(word())}[]): ${title(camel())} {`
    case 4:
      return `${indent}self.${word()}_${word()} = ${word()}.get("${word()}", ${random.pick(['None', 'True', '0', '[]'])})`
    case 5:
      return `${indent}for ${word()} in range(len(${word()}_${word()})):`
    default:
      return `${indent}}`
  }
}

function grepLines(random: Random): string {
  const { path } = wordsOf(random)
  return fill(SIZE, () => `${path()}:${1 + random.below(900)}:${codeLine(random)}\n`)
}

function diff(random: Random): string {
  const { path } = wordsOf(random)
  return fill(SIZE, () => {
    const file = path()
    const line = 1 + random.below(800)
    const head = `diff --git a/${file} b/${file}\nindex ${random.chars(7, HEX)}..${random.chars(7, HEX)} 100644\n--- a/${file}\n+++ b/${file}\n@@ -${line},12 +${line},14 @@\n`
    return (
      head +
      Array.from({ length: 14 }, () => `${random.pick([' ', ' ', ' ', '+', '-'])}${codeLine(random)}\n`).join(
        '',
      )
    )
  })
}

function whiteSpace(random: Random): string {
  const { word, phrase } = wordsOf(random)
  return fill(SIZE, () => {
    switch (random.below(5)) {
      case 0:
        return `${' '.repeat(random.below(60))}${phrase(1 + random.below(3))}\n`
      case 1:
        return `${'\t'.repeat(random.below(7))}${word()}:\n`
      case 2:
        return '\n'.repeat(1 + random.below(4))
      case 3:
        return `| ${word().padEnd(24)} | ${String(random.below(99_999)).padStart(12)} | ${''.padEnd(30)} |\n`
      default:
        return `${word().padEnd(20 + random.below(20))}${word().padEnd(30)}${random.below(999)}   \r\n`
    }
  })
}

function idsAndUrls(random: Random): string {
  const { word } = wordsOf(random)
  const hex = (count: number) => random.chars(count, HEX)
  return fill(SIZE, () => {
    switch (random.below(6)) {
      case 0:
        return `${hex(8)}-${hex(4)}-4${hex(3)}-9${hex(3)}-${hex(12)}\n`
      case 1:
        return `https://www.${word()}${word()}.example/${word()}/${random.below(99_999)}?ref=${random.chars(11, ALNUM)}&page=${random.below(40)}\n`
      case 2:
        return `call_${random.chars(24, ALNUM)} ${word()}\n`
      case 3:
        return `eyJ${random.chars(60 + random.below(90), ALNUM)}.${random.chars(43, ALNUM)}\n`
      case 4:
        return `sha512-${random.chars(86, BASE64)}==\n`
      default:
        return `${word()}@${word()}.example, +49 30 ${random.below(9_999_999)}\n`
    }
  })
}

function numbers(random: Random): string {
  return fill(SIZE, () => {
    const row = Array.from({ length: 6 }, () =>
      random.pick([
        String(random.below(10)),
        String(random.below(100_000)),
        (random.below(10_000_000) / 1000).toFixed(3),
        `-0.${random.below(99_999)}`,
        `1.${random.below(99)}e-0${random.below(9)}`,
      ]),
    )
    return `${row.join(random.pick([' ', '\t', ', ']))}\n`
  })
}

function yaml(random: Random): string {
  const { word, phrase, path } = wordsOf(random)
  return fill(SIZE, () => {
    const indent = '  '.repeat(random.below(4))
    switch (random.below(4)) {
      case 0:
        return `${indent}${word()}:\n`
      case 1:
        return `${indent}- ${word()}: "${phrase(2)}"\n`
      case 2:
        return `${indent}${word()}_${word()}: ${random.below(9000)}\n`
      default:
        return `${indent}${word()}: ${path()}  # ${phrase(3)}\n`
    }
  })
}

function sql(random: Random): string {
  const { word } = wordsOf(random)
  return fill(SIZE, () => {
    const table = `${word()}_${word()}`
    return random.below(2)
      ? `SELECT ${word()}.id, ${word()}.${word()}, COUNT(*) FROM ${table} AS t JOIN ${word()} ON t.id = ${word()}.${word()}_id WHERE ${word()} >= ${random.below(900)} ORDER BY ${word()} DESC LIMIT ${random.below(50)};\n`
      : `INSERT INTO ${table} (id, ${word()}, ${word()}) VALUES (${random.below(9999)}, '${word()} ${word()}', NULL);\n`
  })
}

const FACES = [
  '😀',
  '😅',
  '🎉',
  '🚀',
  '✅',
  '❌',
  '⚠️',
  '🔥',
  '👍',
  '👩‍💻',
  '👨‍👩‍👧‍👦',
  '🇩🇪',
  '🇯🇵',
  '👍🏽',
  '❤️',
  '💡',
  '📝',
  '🐛',
  '🎯',
  '⏳',
  '🧪',
  '🫠',
  '🦄',
  '🌍',
] as const

function emoji(random: Random): string {
  const { phrase } = wordsOf(random)
  return fill(SIZE, () => {
    const face = () => random.pick(FACES)
    return random.below(3)
      ? `${face()} ${title(phrase(1 + random.below(4)))} ${face()}${face()}\n`
      : `${face()}${face()}${face()}\n`
  })
}

function rules(random: Random): string {
  const { word, phrase } = wordsOf(random)
  return fill(SIZE, () => {
    switch (random.below(5)) {
      case 0:
        return `${random.pick(['=', '-', '─', '#', '*', '~']).repeat(10 + random.below(90))}\n`
      case 1:
        return `│ ${word().padEnd(16)} │ ${String(random.below(9999)).padStart(8)} │ ██████░░░░ ${random.below(100)} %\n`
      case 2:
        return `├${'─'.repeat(20)}┼${'─'.repeat(12)}┤\n`
      case 3:
        return `${word()} ${'.'.repeat(20 + random.below(40))} ${random.below(400)}\n`
      default:
        return `\u001b[3${random.below(8)}m${phrase(3)}\u001b[0m\n`
    }
  })
}
