import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** Every source file of the product, tests left out. */
function sources(folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter(
      (file) => /\.tsx?$/.test(file) && !/\.(test|spec)\.tsx?$/.test(file) && !file.includes('/testing/'),
    )
}

/** Import statements on one line or closing on a line of their own, and dynamic imports. */
const IMPORT =
  /^(?:import|export) [^'\n]*from '([^']+)'|^\} from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm

/** What a file imports: paths from the root for relative ones, names for packages. */
function imports(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(IMPORT)].map((match) => {
    const name = match.slice(1).find((group) => group !== undefined) ?? ''
    return name.startsWith('.') ? relative(root, resolve(root, dirname(file), name)) : name
  })
}

/** Room → what it may import besides itself (conventions.md section 1). */
const ALLOWED: Readonly<Record<string, readonly RegExp[]>> = {
  'src/shared/thread': [],
  'src/shared/compact': [/^src\/shared\/thread\//],
  'src/shared': [/^zod$/],
  'src/main/compaction': [/^src\/shared\//],
  'src/main/disk': [/^src\/shared\//, /^node:/],
  'src/main/threads': [
    /^src\/main\/(compaction\/|disk\/|ports)/,
    /^src\/shared\//,
    /^node:/,
    /^chokidar$/,
    /^yauzl$/,
  ],
  'src/main/providers': [
    /^src\/main\/compaction\//,
    /^src\/shared\//,
    /^node:/,
    /^openai/,
    /^@anthropic-ai\/sdk/,
    /^zod$/,
  ],
  'src/main/checkpoints': [/^src\/shared\//, /^node:/, /^better-sqlite3$/, /^zod$/],
  'src/main/library': [
    /^src\/main\/(compaction|threads|disk)\//,
    /^src\/shared\//,
    /^node:/,
    /^better-sqlite3$/,
  ],
  'src/main/settings': [/^src\/main\/disk\//, /^src\/shared\//, /^node:/, /^zod$/],
  'src/main/prompts': [/^src\/main\/compaction\//, /^src\/shared\//, /^node:/, /^nunjucks\/src\/parser\.js$/],
  'src/main/compactor': [
    /^src\/main\/(compaction|threads|providers|prompts|checkpoints|restoration)\//,
    /^src\/shared\//,
    /^node:/,
  ],
  'src/main/import': [/^src\/main\/(threads|disk)\//, /^src\/shared\//, /^node:/],
  'src/main/export': [
    /^src\/main\/(compaction|compactor|threads|prompts|disk)\//,
    /^src\/shared\//,
    /^node:/,
    /^micromark(-extension-gfm)?$/,
  ],
  'src/main/restoration': [/^src\/main\/(compaction|disk)\//, /^src\/shared\//, /^node:/],
  'src/main/agent': [
    /^src\/main\/(compaction|compactor|checkpoints|threads|providers|prompts|restoration|disk)\//,
    /^src\/shared\//,
    /^node:/,
    /^zod$/,
    /^@modelcontextprotocol\/sdk/,
    /^@vscode\/ripgrep/,
  ],
  'src/main/observation': [
    /^src\/main\/(compaction|compactor|checkpoints|threads|agent|ports)/,
    /^ai$/,
    /^src\/shared\//,
    /^node:/,
    /^zod$/,
  ],
  'src/main/rpc': [/^src\/main\/ports/, /^src\/shared\//, /^node:/],
  'src/renderer': [/^src\/shared\//, /^(?!node:|electron$|openai|@anthropic)[@a-z]/],
  'src/preload': [/^src\/shared\//, /^electron$/],
  cli: [
    /^src\/main\/(compaction|threads|providers|prompts|compactor|checkpoints|restoration|export|import|disk)\//,
    /^src\/shared\//,
    /^node:/,
    /^commander$/,
  ],
}

test.each(Object.keys(ALLOWED))('%s imports only what its room may', (room) => {
  const allowed = ALLOWED[room] ?? []
  const wrong = sources(room).flatMap((file) =>
    imports(file)
      .filter((name) => !name.startsWith(`${room}/`) && !allowed.some((pattern) => pattern.test(name)))
      .map((name) => `${file} imports ${name}`),
  )
  expect(wrong).toEqual([])
})

test('only the shell and the preload name electron', () => {
  const wrong = sources('src').filter(
    (file) => !/^src\/(main\/shell|preload)\//.test(file) && imports(file).includes('electron'),
  )
  expect(wrong).toEqual([])
})

test('a renderer feature never imports another feature', () => {
  const shared = new Set(['ui', 'bridge', 'app', 'i18n', 'styles', 'assets', 'fonts', 'format'])
  const wrong = sources('src/renderer').flatMap((file) => {
    const [, , feature = ''] = file.split('/')
    if (shared.has(feature) || !file.includes(`renderer/${feature}/`)) return []
    return imports(file)
      .filter((name) => name.startsWith('src/renderer/'))
      .filter((name) => {
        const [, , other = ''] = name.split('/')
        return other !== feature && !shared.has(other)
      })
      .map((name) => `${file} imports ${name}`)
  })
  expect(wrong).toEqual([])
})

/** Data, not code: as long as the facts are many. */
const TABLES = [
  'src/main/compaction/tokens/pair-costs-cl100k.ts',
  'src/main/compaction/tokens/pair-costs-o200k.ts',
  'src/main/providers/errors/failure-vectors.ts',
]

test('no file of the product but a table is longer than 400 lines', () => {
  const long = [...sources('src'), ...sources('cli'), ...sources('runtime')].filter(
    (file) => !TABLES.includes(file) && readFileSync(join(root, file), 'utf8').split('\n').length > 401,
  )
  expect(long).toEqual([])
})

test('S-201 turns, cuts, serialising, prompts, detection and rebuilding run without screen, clock or disk', () => {
  const core = [
    'boundary/layout.ts',
    'boundary/cut-point.ts',
    'checkpoint/serializer.ts',
    'checkpoint/prompt.ts',
    'checkpoint/wrapper.ts',
    'projection/build-projection.ts',
  ].map((file) => `src/main/compaction/${file}`)
  const seen = new Set<string>()
  const waiting = [...core]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    waiting.push(...imports(file))
  }
  const outside = [...seen].filter((name) => !/^src\/(main\/compaction|shared)\//.test(name))
  expect(outside).toEqual([])
  expect([...seen].filter((name) => /^src\/main\/compaction\//.test(name)).length).toBeGreaterThan(
    core.length,
  )
})
