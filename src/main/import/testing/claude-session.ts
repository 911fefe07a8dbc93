/** A session of Claude Code as its lines: per turn a prompt, a call with its result, a reply. */
export function claudeSession(id: string, turns: number): string {
  const lines: object[] = []
  let parentUuid: string | null = null
  const line = (type: string, message: object) => {
    const uuid = `${id}-${lines.length}`
    const timestamp = new Date(Date.UTC(2026, 0, 1, 0, lines.length)).toISOString()
    const head = { type, uuid, parentUuid, sessionId: id, timestamp }
    lines.push({ ...head, cwd: '/w', version: '2.1.0', isSidechain: false, message })
    parentUuid = uuid
  }
  for (let turn = 1; turn <= turns; turn += 1) {
    line('user', { role: 'user', content: `task ${turn} of ${id}` })
    const block = { type: 'tool_use', id: `t${turn}`, name: 'Read', input: { file_path: `a${turn}.ts` } }
    line('assistant', { id: `m${turn}`, role: 'assistant', model: 'x', content: [block] })
    const result = { type: 'tool_result', tool_use_id: `t${turn}`, content: `the content ${turn}` }
    line('user', { role: 'user', content: [result] })
    const said = [{ type: 'text', text: 'read' }]
    line('assistant', { id: `n${turn}`, role: 'assistant', model: 'x', content: said })
  }
  return lines.map((entry) => `${JSON.stringify(entry)}\n`).join('')
}
