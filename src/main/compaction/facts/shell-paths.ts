/** Paths a shell command names, by what it does to them. */
export interface ShellPaths {
  readonly modified: readonly string[]
  readonly deleted: readonly string[]
  readonly read: readonly string[]
}

const READERS = new Set(['cat', 'head', 'tail', 'less', 'more', 'nl', 'wc', 'bat', 'source', 'open', 'view'])
const MAKERS = new Set(['touch', 'tee', 'truncate'])

/**
 * Reads the paths out of a shell command: redirections, `sed -i`, `rm`, `mv`, `cp`, `tee`, `touch`, `cat` and
 * the like, in every part of a chain. Here-document bodies are data and are skipped. A guess, not a shell:
 * variables, globs and substitutions are left out.
 */
export function shellPaths(command: string): ShellPaths {
  const modified: string[] = []
  const deleted: string[] = []
  const read: string[] = []
  for (const words of splitCommands(withoutHereDocuments(command))) {
    const plain: string[] = []
    for (let at = 0; at < words.length; at++) {
      const word = words[at] ?? ''
      if (/^(?:\d|&)?>>?$/.test(word)) {
        at++
        push(modified, words[at])
      } else if (word !== '<') plain.push(word)
    }
    readCommand(plain, modified, deleted, read)
  }
  return { modified, deleted, read }
}

function readCommand(words: readonly string[], modified: string[], deleted: string[], read: string[]): void {
  let at = 0
  while (/^(?:sudo|env|time|nohup|command|\w+=.*)$/.test(words[at] ?? '')) at++
  const name = (words[at] ?? '').split('/').at(-1) ?? ''
  const rest = words.slice(at + 1)
  const operands = rest.filter((word) => !word.startsWith('-'))
  if (name === 'rm' || name === 'unlink') for (const path of operands) push(deleted, path)
  else if (name === 'git' && operands[0] === 'rm') for (const path of operands.slice(1)) push(deleted, path)
  else if (name === 'mv' || (name === 'git' && operands[0] === 'mv')) {
    const paths = name === 'git' ? operands.slice(1) : operands
    for (const path of paths.slice(0, -1)) push(deleted, path)
    push(modified, paths.at(-1))
  } else if (name === 'cp') push(modified, operands.at(-1))
  else if (MAKERS.has(name)) for (const path of operands) push(modified, path)
  else if ((name === 'sed' || name === 'perl') && rest.some((word) => /^-[a-z]*i/.test(word)))
    for (const path of operands.slice(rest.includes('-e') ? 0 : 1)) push(modified, path)
  else if (name === 'sed') push(read, operands.slice(1).at(-1))
  else if (READERS.has(name)) for (const path of operands) push(read, path)
}

function push(into: string[], word: string | undefined): void {
  if (word !== undefined && isPathLike(word)) into.push(word)
}

/** A plain path: no variable, glob or substitution, not a number, not a device. */
export function isPathLike(word: string): boolean {
  if (word.length < 2 || word.length > 240 || /[$*?{}()<>|;&`"'\n\t=]/.test(word)) return false
  if (/^[\d.,:+-]+$/.test(word) || word.startsWith('/dev/') || word.startsWith('-')) return false
  return /[A-Za-z\u0080-\uffff]/.test(word) && (/[./\\]/.test(word) || /^[\w-]{2,}$/.test(word))
}

function withoutHereDocuments(command: string): string {
  if (!command.includes('<<')) return command
  const kept: string[] = []
  let end: string | null = null
  for (const line of command.split('\n')) {
    if (end !== null) {
      if (line.trim() === end) end = null
      continue
    }
    const mark = /<<-?\s*(['"]?)([\w.-]+)\1/.exec(line)
    if (mark?.[2] !== undefined) end = mark[2]
    kept.push(mark === null ? line : line.replace(mark[0], ' '))
  }
  return kept.join('\n')
}

/** Longest command whose words are read; the rest is data. */
const MAX_COMMAND_CHARS = 8_000

function splitCommands(command: string): readonly (readonly string[])[] {
  const commands: string[][] = [[]]
  let word = ''
  let quote = ''
  let quoted = false
  function endWord(): void {
    if (word !== '' || quoted) commands.at(-1)?.push(word)
    word = ''
    quoted = false
  }
  const text = command.slice(0, MAX_COMMAND_CHARS)
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (quote !== '') {
      if (char === quote) quote = ''
      else word += char
    } else if (char === '"' || char === "'") {
      quote = char
      quoted = true
    } else if (char === '\\' && at + 1 < text.length) word += text.charAt(++at)
    else if (char === ' ' || char === '\t') endWord()
    else if (
      char === ';' ||
      char === '|' ||
      char === '\n' ||
      (char === '&' && text.charAt(at + 1) !== '>' && text.charAt(at - 1) !== '>')
    ) {
      endWord()
      commands.push([])
    } else if (char === '>') {
      // `2>&1` joins streams; it names no file.
      const prefix = /^(?:\d|&)$/.test(word) ? word : ''
      if (prefix === '') endWord()
      word = ''
      if (text.charAt(at + 1) === '&') {
        at += 2
        continue
      }
      const isAppend = text.charAt(at + 1) === '>'
      if (isAppend) at++
      commands.at(-1)?.push(isAppend ? '>>' : '>')
    } else word += char
  }
  endWord()
  return commands.filter((words) => words.length > 0)
}
