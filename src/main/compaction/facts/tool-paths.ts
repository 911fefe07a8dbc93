import type { ToolCall } from '../../../shared/thread/message.ts'
import type { PathFact } from './facts.ts'
import { argumentLeaves, asRecord } from './message-text.ts'
import { isPathLike, shellPaths } from './shell-paths.ts'
import { toolKind } from './tool-kinds.ts'

const PATH_KEYS = new Set([
  'path',
  'file_path',
  'filepath',
  'filePath',
  'file',
  'filename',
  'file_name',
  'fileName',
  'absolute_path',
  'absolutePath',
  'target_file',
  'notebook_path',
  'relative_path',
  'relative_workspace_path',
  'uri',
])
const SOURCE_KEYS = new Set(['source', 'src', 'from', 'old_path', 'oldPath', 'source_path'])
const TARGET_KEYS = new Set([
  'destination',
  'dest',
  'to',
  'new_path',
  'newPath',
  'destination_path',
  'target',
])
const COMMAND_KEYS = new Set(['command', 'cmd', 'commands', 'script'])
const PATCH_KEYS = new Set(['patch', 'diff', 'input', 'patch_text', 'patchText', 'content'])

/** A path and what the call does to it. */
export type PathUse = Pick<PathFact, 'path' | 'use'>

/** The shell command of a call; null when it runs none. A list of words is joined, `bash -lc X` gives X. */
export function commandOf(call: ToolCall): string | null {
  if (toolKind(call.name) !== 'run') return null
  const leaves = argumentLeaves(call.arguments).filter((leaf) => COMMAND_KEYS.has(leaf.key))
  if (leaves.length === 0) return null
  const words = leaves.map((leaf) => leaf.text)
  if (words.length > 2 && /(?:^|\/)(?:ba|z|da)?sh$/.test(words[0] ?? '') && /^-\w*c$/.test(words[1] ?? ''))
    return words.slice(2).join(' ')
  return words.join(' ')
}

/** Paths in the arguments of one call, each once, the strongest use winning. Output is never looked at. */
export function callPaths(call: ToolCall): readonly PathUse[] {
  const uses = new Map<string, PathFact['use']>()
  function note(path: string, use: PathFact['use']): void {
    const clean = path.trim()
    if (!isPlausiblePath(clean)) return
    if (use !== 'read' || !uses.has(clean)) uses.set(clean, use)
  }
  const kind = toolKind(call.name)
  if (kind === 'run') {
    const command = commandOf(call)
    if (command !== null) {
      const patch = patchPaths(command)
      for (const use of patch) note(use.path, use.use)
      if (patch.length === 0) {
        const paths = shellPaths(command)
        for (const path of paths.read) note(path, 'read')
        for (const path of paths.modified) note(path, 'modified')
        for (const path of paths.deleted) note(path, 'deleted')
      }
    }
  } else if (kind === 'read' || kind === 'write' || kind === 'edit' || kind === 'delete' || kind === 'move')
    fromArguments(call, kind, note)
  return [...uses].map(([path, use]) => ({ path, use }))
}

function fromArguments(
  call: ToolCall,
  kind: 'read' | 'write' | 'edit' | 'delete' | 'move',
  note: (path: string, use: PathFact['use']) => void,
): void {
  const record = asRecord(call.arguments)
  // One editor tool with sub-commands: `view` only reads.
  const subCommand = record === null ? null : record.command
  const isView = subCommand === 'view' || subCommand === 'read'
  const use = isView || kind === 'read' ? 'read' : kind === 'delete' ? 'deleted' : 'modified'
  if (typeof call.arguments === 'string')
    for (const found of patchPaths(call.arguments)) note(found.path, found.use)
  for (const leaf of argumentLeaves(call.arguments)) {
    if (kind === 'move' && SOURCE_KEYS.has(leaf.key)) note(leaf.text, 'deleted')
    else if (kind === 'move' && TARGET_KEYS.has(leaf.key)) note(leaf.text, 'modified')
    else if (PATH_KEYS.has(leaf.key)) note(leaf.text, kind === 'move' ? 'deleted' : use)
    else if (use === 'read' && (leaf.key === 'paths' || leaf.key === 'files')) note(leaf.text, 'read')
    else if (kind === 'edit' && PATCH_KEYS.has(leaf.key))
      for (const found of patchPaths(leaf.text)) note(found.path, found.use)
  }
}

const PATCH_LINE = /^\*\*\* (Add|Update|Delete) File: (.+)$|^\*\*\* Move to: (.+)$|^\+\+\+ (?:b\/)?([^\s]+)/gm

/** Paths of an `apply_patch` body or a unified diff. Empty when the text is neither. */
function patchPaths(text: string): readonly PathUse[] {
  if (!text.includes('*** ') && !text.includes('+++ ')) return []
  const found: PathUse[] = []
  const isPatch = text.includes('*** Begin Patch') || /^--- .+\n\+\+\+ /m.test(text)
  if (!isPatch) return []
  for (const match of text.matchAll(PATCH_LINE)) {
    const path = (match[2] ?? match[3] ?? match[4] ?? '').trim()
    if (path !== '' && path !== '/dev/null')
      found.push({ path, use: match[1] === 'Delete' ? 'deleted' : 'modified' })
  }
  return found
}

function isPlausiblePath(text: string): boolean {
  if (/^(?:https?|data|blob):/.test(text) || text.length > 400 || /[\n\r\t]/.test(text) || text === '')
    return false
  return isPathLike(text) || /[\\/]/.test(text) || /\.\w{1,8}$/.test(text)
}
