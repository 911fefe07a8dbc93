import type { ProviderSettings } from '../../shared/ipc/settings.ts'

/** Fields as they are typed. */
export interface ProviderDraft {
  readonly kind: ProviderSettings['kind']
  readonly name: string
  readonly baseUrl: string
  readonly model: string
  readonly window: string
}

export type DraftField = 'name' | 'baseUrl' | 'model' | 'window'

/** Why a typed value is not saved. */
export type FieldProblem =
  | { readonly kind: 'name' }
  | { readonly kind: 'long'; readonly limit: number }
  | { readonly kind: 'url' }
  | { readonly kind: 'urlNeeded' }
  | { readonly kind: 'window'; readonly least: number; readonly most: number }

export type DraftProblems = { readonly [K in DraftField]?: FieldProblem }

const NAME_LIMIT = 80
const MODEL_LIMIT = 200
/** The same bounds as the door (`routes.ts`). */
const LEAST_WINDOW = 1000
const MOST_WINDOW = 100_000_000

export function draftOf(provider: ProviderSettings): ProviderDraft {
  return {
    kind: provider.kind,
    name: provider.name,
    baseUrl: provider.baseUrl,
    model: provider.model,
    window: provider.windowTokens === null ? '' : String(provider.windowTokens),
  }
}

function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s/]/i.test(text)) return false
  return URL.canParse(text)
}

/** What is wrong with each field; empty = all can be saved. */
export function problemsOf(draft: ProviderDraft): DraftProblems {
  const problems: { [K in DraftField]?: FieldProblem } = {}
  if (draft.name.trim() === '') problems.name = { kind: 'name' }
  else if (draft.name.trim().length > NAME_LIMIT) problems.name = { kind: 'long', limit: NAME_LIMIT }
  const url = draft.baseUrl.trim()
  // Chat Completions has no address of its own: it is what compatible servers speak.
  if (url === '' && draft.kind === 'openai-chat') problems.baseUrl = { kind: 'urlNeeded' }
  else if (url !== '' && !isWebAddress(url)) problems.baseUrl = { kind: 'url' }
  if (draft.model.trim().length > MODEL_LIMIT) problems.model = { kind: 'long', limit: MODEL_LIMIT }
  const window = draft.window.trim()
  if (window !== '' && windowOf(window) === null)
    problems.window = { kind: 'window', least: LEAST_WINDOW, most: MOST_WINDOW }
  return problems
}

/** Reads a window as people write it: `128000`, `128 000`, `128,000`, `128k`, `1m`; null = none of these. */
export function windowOf(text: string): number | null {
  const match = /^(\d[\d\s,_.']*)([km]?)$/i.exec(text.trim())
  if (match === null) return null
  const unit = { '': 1, k: 1000, m: 1_000_000 }[(match[2] ?? '').toLowerCase()] ?? 1
  const digits = match[1] ?? ''
  const number =
    unit === 1
      ? Number(digits.replace(/[\s,_.']/g, ''))
      : Number(digits.replace(/[\s_']/g, '').replace(',', '.'))
  const tokens = Math.round(number * unit)
  return Number.isFinite(tokens) && tokens >= LEAST_WINDOW && tokens <= MOST_WINDOW ? tokens : null
}

/**
 * What to save: the typed values that are valid, and the saved ones in place of those that are not. An
 * invalid value stays in its field and is not applied (screens.md section 13).
 */
export function settingsFrom(saved: ProviderSettings, draft: ProviderDraft): ProviderSettings {
  const problems = problemsOf(draft)
  return {
    ...saved,
    kind: draft.kind,
    name: problems.name === undefined ? draft.name.trim() : saved.name,
    baseUrl: problems.baseUrl === undefined ? draft.baseUrl.trim() : saved.baseUrl,
    model: problems.model === undefined ? draft.model.trim() : saved.model,
    windowTokens:
      problems.window !== undefined
        ? saved.windowTokens
        : draft.window.trim() === ''
          ? null
          : windowOf(draft.window),
  }
}

/** Whether saving would change anything. */
export function isSame(a: ProviderSettings, b: ProviderSettings): boolean {
  return (
    a.kind === b.kind &&
    a.name === b.name &&
    a.baseUrl === b.baseUrl &&
    a.model === b.model &&
    a.windowTokens === b.windowTokens
  )
}
