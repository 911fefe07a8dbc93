/** Everything that `/` offers. `argument` = words may follow the name. */
export const SLASH_COMMANDS = [
  { name: 'compact', argument: true },
  { name: 'undo-checkpoint', argument: false },
  { name: 'context', argument: false },
  { name: 'checkpoints', argument: false },
  { name: 'model', argument: false },
  { name: 'pin', argument: false },
  { name: 'exclude', argument: false },
  { name: 'fork', argument: false },
  { name: 'export', argument: false },
  { name: 'stop', argument: false },
  { name: 'help', argument: false },
] as const

export type SlashName = (typeof SLASH_COMMANDS)[number]['name']

/** What a composer's text means when it is sent. */
export type Meaning =
  | { readonly kind: 'empty' }
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'command'; readonly name: SlashName; readonly argument: string }
  /** Looks like a command and is none: never sent without asking. */
  | { readonly kind: 'unknown'; readonly word: string; readonly text: string }

/** Only the first character decides: a slash inside a text is a slash. */
export function readMeaning(text: string): Meaning {
  const words = text.trim()
  if (words === '') return { kind: 'empty' }
  if (!words.startsWith('/')) return { kind: 'message', text }
  const [, word = '', rest = ''] = /^\/(\S*)\s*([\s\S]*)$/.exec(words) ?? []
  const known = SLASH_COMMANDS.find(({ name }) => name === word.toLowerCase())
  if (known === undefined || (!known.argument && rest !== ''))
    return { kind: 'unknown', word: `/${word}`, text }
  return { kind: 'command', name: known.name, argument: rest }
}

/** Commands to offer while a name is being typed; null = the list is closed. */
export function slashOffers(text: string): readonly SlashName[] | null {
  const typed = /^\/([\w-]*)$/.exec(text)?.[1]
  if (typed === undefined) return null
  const start = typed.toLowerCase()
  const names = SLASH_COMMANDS.map(({ name }) => name)
  const first = names.filter((name) => name.startsWith(start))
  const offers = [...first, ...names.filter((name) => !name.startsWith(start) && name.includes(start))]
  return offers.length === 0 ? null : offers
}
