/** One thing about a body that its protocol refuses. */
export interface RequestProblem {
  /** The invariant it breaks: I1 pairs, I2 empty blocks, I3 order, I10 text, or `shape`, `private`. */
  readonly rule: 'I1' | 'I2' | 'I3' | 'I10' | 'shape' | 'private'
  /** Place in the body, such as `messages[3].content[0]`. */
  readonly path: string
  readonly message: string
}

/** A JSON object of unknown make. */
export interface Fields {
  readonly [key: string]: unknown
}

export function problem(rule: RequestProblem['rule'], path: string, message: string): RequestProblem {
  return { rule, path, message }
}

export function fieldsOf(value: unknown): Fields {
  // Safe: an object that is no list is read by key only, and every value stays unknown.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function isBlank(value: unknown): boolean {
  return textOf(value).trim() === ''
}

/** True when the text is a JSON object. */
export function isObjectJson(value: unknown): boolean {
  try {
    const parsed: unknown = JSON.parse(textOf(value))
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
  } catch {
    return false
  }
}

/** Tools: names that all providers take, each once. */
export function checkTools(names: readonly unknown[]): readonly RequestProblem[] {
  return names.flatMap((name, index) => {
    const path = `tools[${index}].name`
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(textOf(name))) return [problem('shape', path, 'name is not allowed')]
    return names.indexOf(name) < index ? [problem('shape', path, 'name is used twice')] : []
  })
}

/** Paths of fields with one of the names, anywhere below. */
export function findFields(value: unknown, names: readonly string[], path: string): readonly string[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => findFields(item, names, `${path}[${index}]`))
  return Object.entries(fieldsOf(value)).flatMap(([key, item]) => [
    ...(names.includes(key) ? [`${path}.${key}`] : []),
    ...findFields(item, names, `${path}.${key}`),
  ])
}
