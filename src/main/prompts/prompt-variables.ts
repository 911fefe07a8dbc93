import type { TemplateProblem } from '../../shared/compact/plan.ts'
import type { JsonValue, ThreadHead } from '../../shared/thread/message.ts'
import { promptDate } from './prompt-date.ts'
import { listSkills, type Skill } from './skill-list.ts'
import { UnknownName, type Value, writtenAs } from './template-value.ts'

/** What variables are made from. */
export interface VariableSource {
  readonly head: ThreadHead
  readonly now: Date
  readonly timeZone: string
  readonly workingDirectory: string
  readonly skills: readonly Skill[]
  /** Text of a file; null = not there or refused, already reported. */
  readonly readFile: (path: string, kind: 'missing-file') => string | null
  readonly report: (kind: TemplateProblem['kind'], name: string) => void
}

/**
 * Value of a variable in one place. Order: frozen at the first run of this place, the active variant, the
 * definition. `UnknownName` when none of them has the name.
 */
export function variableIn(place: string, name: string, source: VariableSource): Value {
  const { head } = source
  const definition = own(head.variables, name)
  const frozenPlace = own(head.snapshotVariables, place)
  const frozen = frozenPlace === undefined ? undefined : own(frozenPlace, name)
  if (frozen !== undefined) {
    return typeOf(definition) === 'json' && typeof frozen === 'string' ? jsonOr(frozen, frozen) : frozen
  }
  const variant = own(head.variantValues, name)
  if (variant !== undefined) return variant
  return definition === undefined ? new UnknownName(name) : definedValue(name, definition, source)
}

function definedValue(name: string, definition: JsonValue, source: VariableSource): Value {
  const value = isRecord(definition) ? own(definition, 'value') : definition
  switch (typeOf(definition)) {
    case 'json':
      return typeof value === 'string' ? jsonOr(value, value) : (value ?? '')
    case 'currentDate':
      return promptDate(source.now, source.timeZone, textIn(definition, 'format'))
    case 'workingDirectory':
      return typeof value === 'string' && value !== '' ? value : source.workingDirectory
    case 'file': {
      const path = typeof value === 'string' ? value : ''
      return source.readFile(path === '' ? name : path, 'missing-file') ?? `[${path === '' ? name : path}]`
    }
    case 'skills':
      return skillsOf(name, definition, source)
    default:
      return value ?? ''
  }
}

function skillsOf(name: string, definition: JsonValue, source: VariableSource): Value {
  const list = isRecord(definition) ? own(definition, 'skillNames') : undefined
  const wanted = Array.isArray(list) ? list.filter((item) => typeof item === 'string') : []
  // Older files have no `includeAll`: there an empty list means all skills.
  const all = isRecord(definition) ? (own(definition, 'includeAll') ?? wanted.length === 0) : true
  const chosen =
    all === true
      ? source.skills
      : wanted.flatMap((wantedName) => {
          const skill = source.skills.find((candidate) => candidate.name === wantedName)
          if (skill === undefined) source.report('missing-skill', wantedName)
          return skill ?? []
        })
  if (all === true && chosen.length === 0) source.report('missing-skill', name)
  const indent = isRecord(definition) ? own(definition, 'indent') : 0
  const format = textIn(definition, 'format') === 'xml' ? 'xml' : 'markdown-list'
  return listSkills(chosen, format, typeof indent === 'number' ? indent : 0)
}

/** A JSON variable prints as it was written and can be looked into; text that is no JSON is text. */
function jsonOr(text: string, fallback: string): Value {
  try {
    // Safe: JSON.parse gives JSON, and `member` reads own keys only.
    return writtenAs(JSON.parse(text) as Value, text)
  } catch {
    return fallback
  }
}

function isRecord(value: JsonValue | undefined): value is { readonly [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function typeOf(definition: JsonValue | undefined): string {
  return definition === undefined ? '' : textIn(definition, 'type')
}

function textIn(definition: JsonValue, key: string): string {
  const value = isRecord(definition) ? own(definition, key) : undefined
  return typeof value === 'string' ? value : ''
}

function own<T>(record: { readonly [key: string]: T }, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}
