/** Electron's command line: switches, the app's folder, the app's own arguments. */
export interface CommandLine {
  /** As typed; empty when none was given. */
  readonly appFolder: string
  /** Every `--name[=value]` before a bare `--`, wherever it stands; the last one of a name wins. */
  readonly switches: ReadonlyMap<string, string>
  /** Address for the Node inspector; null = not asked for. Port 0 = any free port. */
  readonly inspect: { readonly host: string; readonly port: number } | null
}

/** Switches of the electron executable that take the next word as their value. */
const WITH_VALUE = new Set(['-r', '--require'])

const LOOPBACK = '127.0.0.1'
const DEFAULT_INSPECT_PORT = 9229

function parseInspect(value: string): CommandLine['inspect'] {
  if (value === '') return { host: LOOPBACK, port: DEFAULT_INSPECT_PORT }
  const colon = value.lastIndexOf(':')
  const port = Number(value.slice(colon + 1))
  if (!Number.isInteger(port) || port < 0 || port > 65535) return null
  return { host: colon > 0 ? value.slice(0, colon) : LOOPBACK, port }
}

/** `words` are the arguments after the executable. */
export function parseCommandLine(words: readonly string[]): CommandLine {
  const switches = new Map<string, string>()
  let appFolder = ''
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (word === '--') break
    if (WITH_VALUE.has(word)) {
      at += 1
      continue
    }
    const match = /^--([^=]+)(?:=(.*))?$/s.exec(word)
    if (match?.[1] !== undefined) switches.set(match[1].toLowerCase(), match[2] ?? '')
    else if (appFolder === '' && !word.startsWith('-')) appFolder = word
  }
  const inspect = switches.get('inspect') ?? switches.get('inspect-brk')
  return { appFolder, switches, inspect: inspect === undefined ? null : parseInspect(inspect) }
}
