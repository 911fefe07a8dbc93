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

const ROLES = ['system', 'developer', 'user', 'assistant', 'tool']

/** Rules of Chat Completions. */
export function checkChatBody(body: Fields): readonly RequestProblem[] {
  const messages = listOf(body.messages).map(fieldsOf)
  if (messages.length === 0) return [problem('I2', 'messages', 'empty list')]
  const problems: RequestProblem[] = []
  const add = (rule: RequestProblem['rule'], path: string, text: string) =>
    problems.push(problem(rule, path, text))
  let open: string[] = []
  for (const [index, message] of messages.entries()) {
    const path = `messages[${index}]`
    const role = textOf(message.role)
    if (!ROLES.includes(role)) add('I3', path, `role "${role}"`)
    checkContent(message, role, path, problems)
    // Arguments may hold any names; they are text here.
    for (const field of findFields(
      { ...message, tool_calls: undefined },
      ['encrypted_content', 'signature'],
      path,
    ))
      add('private', field, 'state of another protocol')
    if (role === 'tool') {
      const id = textOf(message.tool_call_id)
      if (!open.includes(id)) add('I1', path, `result without an open call: "${id}"`)
      open = open.filter((other) => other !== id)
      continue
    }
    if (open.length > 0) add('I1', path, `calls without result: ${open.join(', ')}`)
    if ((role === 'system' || role === 'developer') && index > 0)
      add('I3', path, 'system text after the start')
    open = readCalls(message, path, problems)
  }
  if (open.length > 0)
    add('I1', `messages[${messages.length - 1}]`, `calls without result: ${open.join(', ')}`)
  const last = textOf(messages.at(-1)?.role)
  if (last !== 'user' && last !== 'tool') add('I3', 'messages', `ends with role "${last}"`)
  return [
    ...problems,
    ...checkTools(listOf(body.tools).map((tool) => fieldsOf(fieldsOf(tool).function).name)),
  ]
}

function readCalls(message: Fields, path: string, problems: RequestProblem[]): string[] {
  return listOf(message.tool_calls).map((item, at) => {
    const call = fieldsOf(item)
    const fn = fieldsOf(call.function)
    const place = `${path}.tool_calls[${at}]`
    const id = textOf(call.id)
    if (id === '' || id.length > 40) problems.push(problem('I1', place, 'id is empty or too long'))
    const isTwice = listOf(message.tool_calls)
      .slice(0, at)
      .some((other) => fieldsOf(other).id === call.id)
    if (isTwice) problems.push(problem('I1', place, 'id is used twice'))
    if (!isObjectJson(fn.arguments)) problems.push(problem('I10', place, 'arguments are no JSON object'))
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(textOf(fn.name)))
      problems.push(problem('shape', place, 'name is not allowed'))
    return id
  })
}

function checkContent(message: Fields, role: string, path: string, problems: RequestProblem[]): void {
  const { content } = message
  if (Array.isArray(content)) {
    if (content.length === 0) problems.push(problem('I2', path, 'no content'))
    for (const [at, item] of content.entries()) {
      const part = fieldsOf(item)
      const place = `${path}.content[${at}]`
      if (part.type === 'text') {
        if (isBlank(part.text)) problems.push(problem('I2', place, 'blank text'))
      } else if (part.type === 'image_url') {
        if (role !== 'user') problems.push(problem('shape', place, `picture in role "${role}"`))
        if (isBlank(fieldsOf(part.image_url).url)) problems.push(problem('I2', place, 'no picture'))
      } else problems.push(problem('shape', place, `part of type "${textOf(part.type)}"`))
    }
    return
  }
  const mayBeNull = role === 'assistant' && listOf(message.tool_calls).length > 0
  if (content === null || content === undefined) {
    if (!mayBeNull) problems.push(problem('I2', path, 'no content'))
  } else if (isBlank(content)) problems.push(problem('I2', path, 'blank text'))
}
