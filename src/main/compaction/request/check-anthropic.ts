import {
  checkTools,
  type Fields,
  fieldsOf,
  findFields,
  isBlank,
  listOf,
  problem,
  type RequestProblem,
  textOf,
} from './check-fields.ts'

const MAX_CACHE_MARKS = 4

/** Rules of Anthropic Messages. */
export function checkAnthropicBody(body: Fields): readonly RequestProblem[] {
  const problems: RequestProblem[] = []
  if (body.max_tokens === undefined) problems.push(problem('shape', 'max_tokens', 'required'))
  checkSystem(body.system, problems)
  const messages = listOf(body.messages).map(fieldsOf)
  if (messages.length === 0) return [...problems, problem('I2', 'messages', 'empty list')]
  if (messages[0]?.role !== 'user') problems.push(problem('I3', 'messages[0]', 'must be the user'))
  const ids = new Set<string>()
  let open: readonly string[] = []
  for (const [index, message] of messages.entries()) {
    const path = `messages[${index}]`
    const role = textOf(message.role)
    if (role !== 'user' && role !== 'assistant') problems.push(problem('I3', path, `role "${role}"`))
    const blocks =
      typeof message.content === 'string'
        ? [{ type: 'text', text: message.content }]
        : listOf(message.content).map(fieldsOf)
    if (blocks.length === 0) problems.push(problem('I2', path, 'no content'))
    checkResults(blocks, open, path, problems)
    for (const [at, block] of blocks.entries())
      checkBlock(block, role, `${path}.content[${at}]`, ids, problems)
    open = blocks.flatMap((block) =>
      fieldsOf(block).type === 'tool_use' ? [textOf(fieldsOf(block).id)] : [],
    )
  }
  if (open.length > 0) problems.push(problem('I1', 'messages', `calls without result: ${open.join(', ')}`))
  if (messages.at(-1)?.role !== 'user') problems.push(problem('I3', 'messages', 'ends with the assistant'))
  const marks = findFields([body.system, body.tools, body.messages], ['cache_control'], '').length
  if (marks > MAX_CACHE_MARKS) problems.push(problem('shape', 'cache_control', `${marks} marks`))
  return [...problems, ...checkTools(listOf(body.tools).map((tool) => fieldsOf(tool).name))]
}

function checkSystem(system: unknown, problems: RequestProblem[]): void {
  if (system === undefined) return
  const texts = typeof system === 'string' ? [system] : listOf(system).map((block) => fieldsOf(block).text)
  if (texts.length === 0 || texts.some(isBlank)) problems.push(problem('I2', 'system', 'blank text'))
}

function checkResults(
  blocks: readonly Fields[],
  open: readonly string[],
  path: string,
  problems: RequestProblem[],
): void {
  const results = blocks.flatMap((block) => (block.type === 'tool_result' ? [textOf(block.tool_use_id)] : []))
  for (const [at, id] of results.entries()) {
    if (!open.includes(id)) problems.push(problem('I1', path, `result without a call before it: "${id}"`))
    if (results.indexOf(id) < at) problems.push(problem('I1', path, `two results for "${id}"`))
  }
  const missing = open.filter((id) => !results.includes(id))
  if (missing.length > 0) problems.push(problem('I1', path, `calls without result: ${missing.join(', ')}`))
  if (!blocks.slice(0, results.length).every((block) => block.type === 'tool_result'))
    problems.push(problem('I1', path, 'results do not stand first'))
}

function checkBlock(
  block: Fields,
  role: string,
  path: string,
  ids: Set<string>,
  problems: RequestProblem[],
): void {
  const add = (rule: RequestProblem['rule'], text: string) => problems.push(problem(rule, path, text))
  const type = textOf(block.type)
  const places: { readonly [type: string]: readonly string[] } = {
    text: ['user', 'assistant'],
    image: ['user'],
    tool_result: ['user'],
    tool_use: ['assistant'],
    thinking: ['assistant'],
    redacted_thinking: ['assistant'],
  }
  if (!(places[type] ?? []).includes(role)) add('shape', `block "${type}" in role "${role}"`)
  if (type === 'text' && isBlank(block.text)) add('I2', 'blank text')
  if (type === 'image' && isBlank(fieldsOf(block.source).data)) add('I2', 'no picture')
  if (type === 'thinking' && isBlank(block.signature)) add('private', 'thinking without its signature')
  if (type === 'redacted_thinking' && isBlank(block.data)) add('private', 'redacted thinking without data')
  if (type.endsWith('thinking') && block.cache_control !== undefined) add('shape', 'cache mark on thinking')
  if (type === 'tool_use') {
    const id = textOf(block.id)
    if (!/^[a-zA-Z0-9_-]+$/.test(id)) add('I1', `id "${id}"`)
    if (ids.has(id)) add('I1', `id "${id}" is used twice`)
    ids.add(id)
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(textOf(block.name))) add('shape', 'name is not allowed')
    const { input } = block
    if (typeof input !== 'object' || input === null || Array.isArray(input)) add('I10', 'input is no object')
  }
  if (type === 'tool_result')
    for (const [at, value] of listOf(block.content).entries()) {
      const part = fieldsOf(value)
      if (part.type !== 'text' && part.type !== 'image')
        add('shape', `part ${at} of type "${textOf(part.type)}"`)
      if (part.type === 'text' && isBlank(part.text)) add('I2', `part ${at} is blank`)
    }
  if (
    type === 'tool_result' &&
    (typeof block.content === 'string' ? isBlank(block.content) : listOf(block.content).length === 0)
  )
    add('I2', 'empty result')
}
