import type { FileHandle } from 'node:fs/promises'
import { z } from 'zod'
import { MAX_RESULT_CHARS, oneLine } from './bound-text.ts'
import { decodeText, isBinary, sizeText } from './text-or-binary.ts'
import { defineTool, type ToolContext, ToolFault } from './tool.ts'
import { openInside, resolveInWorkspace, type WorkspacePath } from './workspace-path.ts'

/** Further into a file than this nobody reads by lines. */
const MAX_FILE_BYTES = 64_000_000
const DEFAULT_LINES = 2_000

const input = z.strictObject({
  path: z.string().min(1).describe('File, relative to the workspace.'),
  offset: z.int().min(1).optional().describe('First line to read, counted from 1.'),
  limit: z.int().min(1).max(10_000).optional().describe('Number of lines; 2000 when left out.'),
})

/** Reads a text file of the workspace, whole or by lines. Binary content is never answered as text. */
export const readFileTool = defineTool({
  name: 'read_file',
  description:
    'Reads a text file inside the workspace. Long files come in parts: the last line then says where to go on.',
  input,
  subject: ({ path }) => oneLine(path, 200),
  run: readLines,
})

async function readLines(
  { path, offset = 1, limit }: z.infer<typeof input>,
  { root, seen, signal, keepOutput }: ToolContext,
): Promise<string> {
  const place = await resolveInWorkspace(root, path)
  const file = await openInside(root, place)
  try {
    const state = await file.stat()
    const { size } = state
    seen.note(place.absolute, state)
    if (size === 0) return '[The file is empty.]'
    if (size > MAX_FILE_BYTES)
      throw new ToolFault(
        `${place.relative} has ${sizeText(size)}; read_file takes ${sizeText(MAX_FILE_BYTES)}.`,
      )
    const bytes = await readAll(file, size, signal)
    if (isBinary(bytes))
      throw new ToolFault(`${place.relative} is binary (${sizeText(size)}) and is not shown.`)
    const text = decodeText(bytes)
    const { answer, note, isCut } = part(text, offset, limit ?? DEFAULT_LINES)
    if (note === null) return answer
    // A page from the middle is no cut, and what this program keeps itself is kept already.
    if (!isCut || offset > 1 || isOwn(place)) return `${answer}\n[${note}]`
    const path = await keepOutput((out) => out.writeFile(bytes))
    const whole = `${text.length} characters, ${bytes.length} bytes in all`
    return `${answer}\n[${note}; ${whole}${path === null ? '' : `. Full output: ${path}`}]`
  } finally {
    await file.close()
  }
}

async function readAll(file: FileHandle, size: number, signal: AbortSignal): Promise<Uint8Array> {
  const bytes = new Uint8Array(size)
  let at = 0
  while (at < size) {
    signal.throwIfAborted()
    const { bytesRead } = await file.read(bytes, at, Math.min(1_000_000, size - at), at)
    if (bytesRead === 0) break
    at += bytesRead
  }
  return bytes.subarray(0, at)
}

/** Lines of a text as they are answered. */
interface ReadPart {
  readonly answer: string
  /** Which lines these are and where to go on; null = they are the whole text. */
  readonly note: string | null
  /** Less than was asked for. */
  readonly isCut: boolean
}

function part(text: string, offset: number, limit: number): ReadPart {
  const lines = text.split('\n')
  const total = text.endsWith('\n') ? lines.length - 1 : lines.length
  if (offset > total) throw new ToolFault(`The file has ${total} lines; line ${offset} is not there.`)
  let chars = 0
  let count = 0
  while (count < limit && offset - 1 + count < total) {
    const line = lines[offset - 1 + count] ?? ''
    if (count > 0 && chars + line.length + 1 > MAX_RESULT_CHARS) break
    chars += line.length + 1
    count += 1
  }
  const last = offset - 1 + count
  if (offset === 1 && last === total && chars <= MAX_RESULT_CHARS + 1)
    return { answer: text.toWellFormed(), note: null, isCut: false }
  const shown = lines.slice(offset - 1, last).join('\n')
  const isLineCut = shown.length > MAX_RESULT_CHARS
  const body = isLineCut ? shown.slice(0, MAX_RESULT_CHARS) : shown
  const size = isLineCut ? `, cut after ${MAX_RESULT_CHARS} of its ${shown.length} characters` : ''
  const next = last < total ? `; go on with offset ${last + 1}` : ''
  return {
    answer: body.toWellFormed(),
    note: `Lines ${offset} to ${last} of ${total}${size}${next}`,
    // A limit that the model gave itself is no cut.
    isCut: isLineCut || count < Math.min(limit, total) || (limit === DEFAULT_LINES && last < total),
  }
}

function isOwn(place: WorkspacePath): boolean {
  return place.relative.startsWith('.palimpsest/')
}
