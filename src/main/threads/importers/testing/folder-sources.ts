import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Writes a value as JSON below a folder, with the folders it needs. */
export function writeJson(folder: string, name: string, value: unknown): void {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(value))
}

/** An OpenHands conversation in a folder of its own: `said` in turns of the user and the agent. */
export function openHandsFolder(folder: string, said: readonly string[]): void {
  writeJson(folder, 'base_state.json', { id: 'conversation-1', agent: { kind: 'Agent' } })
  for (const [at, text] of said.entries())
    writeJson(folder, `events/event-${String(at).padStart(5, '0')}-e${at}.json`, {
      kind: 'MessageEvent',
      id: `e${at}`,
      source: at % 2 === 0 ? 'user' : 'agent',
      timestamp: `2026-02-03T04:05:0${at}`,
      llm_message: { role: at % 2 === 0 ? 'user' : 'assistant', content: [{ type: 'text', text }] },
    })
}

/** One session in the storage folder of opencode: `said` in turns of the user and the assistant. */
export function opencodeSession(folder: string, id: string, said: readonly string[]): void {
  writeJson(folder, `session/project/${id}.json`, { id, title: `Session ${id}`, directory: '/w' })
  for (const [at, text] of said.entries()) {
    const messageID = `msg_${id}_${at}`
    const role = at % 2 === 0 ? 'user' : 'assistant'
    writeJson(folder, `message/${id}/${messageID}.json`, { id: messageID, sessionID: id, role })
    const part = { id: `prt_${id}_${at}`, sessionID: id, messageID, type: 'text', text }
    writeJson(folder, `part/${messageID}/prt_${at}.json`, part)
    // A part that looks like an item of another format when it stands alone.
    if (role === 'assistant')
      writeJson(folder, `part/${messageID}/prt_${at}b.json`, { ...part, id: `r${at}`, type: 'reasoning' })
  }
}
