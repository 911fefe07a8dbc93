import { createHash } from 'node:crypto'

/** Seeded numbers from 0 to below 1 (mulberry32). */
export function seeded(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function hex(random, length) {
  return Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('')
}

function uuid(random) {
  return `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-a${hex(random, 3)}-${hex(random, 12)}`
}

/** Collects the messages of one thread. File tools run against `files`, so that results fit each other. */
export class ThreadWriter {
  constructor(seed, files = {}) {
    this.random = seeded(seed)
    this.files = { ...files }
    this.messages = []
    this.blobs = {}
    this.context = 2100
  }

  user(text, picture = null) {
    const content = [{ type: 'text', text }]
    if (picture !== null) content.push(this.picture(picture))
    this.messages.push({ id: uuid(this.random), role: 'user', content })
    this.context += Math.ceil(text.length / 3)
    return this
  }

  picture(bytes) {
    const base64 = bytes.toString('base64')
    const hash = createHash('sha256').update(base64).digest('hex')
    this.blobs[hash] = base64
    return { type: 'image', mimeType: 'image/png', data: `blob:sha256:${hash}` }
  }

  /** An answer. `calls` are made by the functions below; `thinking` is what a person may read. */
  say(text, calls = [], thinking = null) {
    const size = JSON.stringify(calls).length + text.length
    const output = 40 + Math.ceil(size / 9)
    const cached = Math.floor(this.context / 64) * 64
    const message = {
      id: uuid(this.random),
      role: 'assistant',
      content: text === '' ? [] : [{ type: 'text', text }],
      ...(thinking === null ? {} : { thinking }),
      ...(calls.length === 0 ? {} : { toolCalls: calls }),
      usage: {
        input: this.context - cached + 60,
        output,
        cacheRead: cached,
        cacheWrite: 0,
        totalTokens: this.context + output + 60,
        cost: {
          input: 0,
          output: Number((output * 0.00001).toFixed(6)),
          cacheRead: Number((cached * 0.000000125).toFixed(6)),
          cacheWrite: 0,
          total: Number((output * 0.00001 + cached * 0.000000125).toFixed(6)),
        },
      },
      timing: { durationMs: 900 + Math.floor(this.random() * 5200) + output * 6 },
    }
    this.context += Math.ceil(size / 3.4)
    this.messages.push(message)
    return this
  }

  call(name, args, result, isError = false) {
    const input = { name, arguments: args }
    const id = `call_${hex(this.random, 16)}`
    if (result === null) return { id, input }
    return { id, input, output: { content: [{ type: 'text', text: result }], isError } }
  }

  read(path, from = 1, to = 400) {
    const lines = this.fileAt(path)
      .split('\n')
      .slice(from - 1, to)
    const text = lines.map((line, index) => `${String(from + index).padStart(4)}  ${line}`).join('\n')
    return this.call('read_file', { path, offset: from, limit: to - from + 1 }, text)
  }

  grep(pattern, path) {
    const found = []
    for (const [name, text] of Object.entries(this.files).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      if (name.startsWith(path))
        text.split('\n').forEach((line, index) => {
          if (new RegExp(pattern).test(line)) found.push(`${name}:${index + 1}: ${line.trim()}`)
        })
    return this.call('grep', { pattern, path }, found.length === 0 ? 'No matches.' : found.join('\n'))
  }

  edit(path, oldText, newText) {
    const before = this.fileAt(path)
    if (before.split(oldText).length !== 2) throw new Error(`edit of ${path}: text not there exactly once`)
    this.files[path] = before.replace(oldText, () => newText)
    const line = before.slice(0, before.indexOf(oldText)).split('\n').length
    const count = (text) => text.split('\n').length
    const result = `Edited ${path} at line ${line}: −${count(oldText)} +${count(newText)} lines.`
    return this.call('edit_file', { path, old_text: oldText, new_text: newText }, result)
  }

  write(path, text) {
    this.files[path] = text
    const result = `Wrote ${path} (${text.split('\n').length} lines).`
    return this.call('write_file', { path, content: text }, result)
  }

  run(command, result, isError = false) {
    return this.call('run_command', { command }, result, isError)
  }

  todo(...items) {
    const todos = items.map((item) => {
      const [mark, content] = [item.slice(0, 1), item.slice(2)]
      return { content, status: { x: 'completed', '>': 'in_progress' }[mark] ?? 'pending' }
    })
    const open = todos.filter((todo) => todo.status !== 'completed').length
    return this.call('todo_write', { todos }, `${todos.length} items, ${open} open.`)
  }

  plan(...steps) {
    const plan = steps.map((step) => ({
      step: step.slice(2),
      status: { x: 'completed', '>': 'in_progress' }[step.slice(0, 1)] ?? 'pending',
    }))
    return this.call('update_plan', { plan }, 'Plan updated.')
  }

  fileAt(path) {
    const text = this.files[path]
    if (text === undefined) throw new Error(`no file ${path}`)
    return text
  }
}

const string = (description) => ({ type: 'string', description })

function tool(name, description, properties, required) {
  return { type: 'function', name, description, parameters: { type: 'object', required, properties } }
}

const TOOLS = [
  tool(
    'read_file',
    'Read a text file with line numbers.',
    {
      path: string('Path of the file.'),
      offset: { type: 'integer', description: 'First line.' },
      limit: { type: 'integer', description: 'Number of lines.' },
    },
    ['path'],
  ),
  tool(
    'write_file',
    'Write a whole file.',
    { path: string('Path of the file.'), content: string('Its new text.') },
    ['path', 'content'],
  ),
  tool(
    'edit_file',
    'Replace one piece of text in a file.',
    {
      path: string('Path of the file.'),
      old_text: string('Text that is there exactly once.'),
      new_text: string('What stands there afterwards.'),
    },
    ['path', 'old_text', 'new_text'],
  ),
  tool(
    'grep',
    'Search files with a regular expression.',
    { pattern: string('Regular expression.'), path: string('Folder or file.') },
    ['pattern'],
  ),
  tool('run_command', 'Run a shell command in the project folder.', { command: string('The command.') }, [
    'command',
  ]),
  tool(
    'todo_write',
    'Replace the to-do list.',
    { todos: { type: 'array', items: { type: 'object' }, description: 'All items with their status.' } },
    ['todos'],
  ),
  tool(
    'update_plan',
    'Replace the plan.',
    { plan: { type: 'array', items: { type: 'object' }, description: 'All steps with their status.' } },
    ['plan'],
  ),
]

/** The whole thread as LLM Space writes it. */
export function nativeThread(title, writer, { systemPrompt = '', withTools = true, meta = null } = {}) {
  const thread = {
    title,
    model: { provider: 'openai', id: 'gpt-5.1', params: { maxTokens: 16384, reasoning: 'medium' } },
    context: {
      systemPrompt,
      tools: withTools ? TOOLS : [],
      messages: writer.messages,
      variables: {
        current_date: { type: 'currentDate', format: 'readable-date' },
        available_skills: {
          type: 'skills',
          skillNames: [],
          includeAll: true,
          format: 'markdown-list',
          indent: 0,
        },
        current_working_directory: { type: 'workingDirectory', value: '' },
      },
      variableVariants: { active: 'default', variants: { default: {} } },
    },
    ...(meta === null ? {} : { meta }),
    runHistoryVersion: 2,
    runHistoryIndex: [],
    ...(Object.keys(writer.blobs).length === 0 ? {} : { blobs: writer.blobs }),
  }
  return `${JSON.stringify(thread, null, 2)}\n`
}
