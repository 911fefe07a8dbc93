import {
  checkTools,
  type Fields,
  fieldsOf,
  findFields,
  isBlank,
  isObjectJson,
  listOf,
  problem,
  type RequestProblem,
  textOf,
} from './check-fields.ts'

/** Rules of Responses, for a request that stores nothing. */
export function checkResponsesBody(body: Fields): readonly RequestProblem[] {
  const problems: RequestProblem[] = []
  const items = listOf(body.input).map(fieldsOf)
  if (items.length === 0) return isBlank(body.input) ? [problem('I2', 'input', 'empty input')] : []
  const calls = new Set<string>()
  let open: string[] = []
  let hasResult = false
  for (const [index, item] of items.entries()) {
    const path = `input[${index}]`
    const type = textOf(item.type) || 'message'
    if (type === 'function_call') {
      // Calls of one reply stand together, before the first of their results.
      if (hasResult && open.length > 0) problems.push(problem('I1', path, `call among results of others`))
      hasResult = false
      checkCall(item, calls, path, problems)
      calls.add(textOf(item.call_id))
      open = [...open, textOf(item.call_id)]
    } else if (type === 'function_call_output') {
      const id = textOf(item.call_id)
      if (!open.includes(id)) problems.push(problem('I1', path, `result without an open call: "${id}"`))
      open = open.filter((other) => other !== id)
      hasResult = true
      checkOutput(item.output, path, problems)
    } else if (type === 'reasoning') checkReasoning(item, items[index + 1], path, problems)
    else if (type === 'message') {
      if (open.length > 0 && (item.role === 'user' || hasResult))
        problems.push(problem('I1', path, `calls without result: ${open.join(', ')}`))
      checkMessage(item, path, problems)
    } else problems.push(problem('shape', path, `item of type "${type}"`))
    if (type !== 'reasoning')
      for (const field of findFields(item, ['encrypted_content', 'signature'], path))
        problems.push(problem('private', field, 'private state outside a reasoning item'))
  }
  if (open.length > 0) problems.push(problem('I1', 'input', `calls without result: ${open.join(', ')}`))
  const last = items.at(-1)
  if (last?.type !== 'function_call_output' && last?.role !== 'user')
    problems.push(problem('I3', 'input', 'ends with the assistant'))
  return [...problems, ...checkTools(listOf(body.tools).map((tool) => fieldsOf(tool).name))]
}

function checkCall(item: Fields, calls: ReadonlySet<string>, path: string, problems: RequestProblem[]): void {
  const id = textOf(item.call_id)
  if (id === '' || id.length > 64) problems.push(problem('I1', path, 'call_id is empty or too long'))
  if (calls.has(id)) problems.push(problem('I1', path, 'call_id is used twice'))
  if (!isObjectJson(item.arguments)) problems.push(problem('I10', path, 'arguments are no JSON object'))
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(textOf(item.name)))
    problems.push(problem('shape', path, 'name is not allowed'))
}

function checkOutput(output: unknown, path: string, problems: RequestProblem[]): void {
  if (Array.isArray(output)) checkParts(output, path, ['input_text', 'input_image'], problems)
  else if (isBlank(output)) problems.push(problem('I2', path, 'blank output'))
}

function checkReasoning(
  item: Fields,
  next: Fields | undefined,
  path: string,
  problems: RequestProblem[],
): void {
  if (isBlank(item.encrypted_content))
    problems.push(problem('private', path, 'reasoning without its encrypted content'))
  const isPartner = next !== undefined && next.role !== 'user' && next.type !== 'function_call_output'
  if (!isPartner) problems.push(problem('private', path, 'reasoning without the item it led to'))
}

function checkMessage(item: Fields, path: string, problems: RequestProblem[]): void {
  const role = textOf(item.role)
  if (!['user', 'assistant', 'system', 'developer'].includes(role))
    problems.push(problem('I3', path, `role "${role}"`))
  if (typeof item.content === 'string') {
    if (isBlank(item.content)) problems.push(problem('I2', path, 'blank text'))
  } else
    checkParts(
      listOf(item.content),
      path,
      role === 'assistant' ? ['output_text', 'refusal'] : ['input_text', 'input_image'],
      problems,
    )
}

function checkParts(
  parts: readonly unknown[],
  path: string,
  types: readonly string[],
  problems: RequestProblem[],
): void {
  if (parts.length === 0) problems.push(problem('I2', path, 'no content'))
  for (const [at, value] of parts.entries()) {
    const part = fieldsOf(value)
    const type = textOf(part.type)
    const place = `${path}.content[${at}]`
    if (!types.includes(type)) problems.push(problem('shape', place, `part of type "${type}"`))
    if (type.endsWith('_text') && isBlank(part.text)) problems.push(problem('I2', place, 'blank text'))
    if (type === 'input_image' && isBlank(part.image_url)) problems.push(problem('I2', place, 'no picture'))
  }
}
