import { stat } from 'node:fs/promises'
import { posix } from 'node:path'
import { z } from 'zod'
import { writeFileAtomic } from '../../disk/atomic-write.ts'
import { oneLine } from './bound-text.ts'
import { isBinary, sizeText } from './text-or-binary.ts'
import { defineTool, ToolFault } from './tool.ts'
import { openInside, resolveForWriting } from './workspace-path.ts'

const MAX_BYTES = 8_000_000
/** Longest text that an edit may give: a short piece that stands everywhere can grow without end. */
const MOST_CHARS = 16_000_000

/** Replaces one exact piece of a text file. Asks first. */
export const editFileTool = defineTool({
  name: 'edit_file',
  description:
    'Replaces an exact piece of text in a file inside the workspace. old_text must occur exactly once, with its white space, unless replace_all is true.',
  input: z.strictObject({
    path: z.string().min(1).describe('File, relative to the workspace.'),
    old_text: z.string().min(1).describe('The text as it stands in the file.'),
    new_text: z.string(),
    replace_all: z.boolean().optional(),
  }),
  effect: ({ path }) => ({ kind: 'write', path: posix.normalize(path) }),
  subject: ({ path }) => oneLine(path, 200),
  check: async ({ path }, { root, protectedPaths }) => ({
    kind: 'write',
    path: (await resolveForWriting(root, path, protectedPaths)).relative,
  }),
  async run({ path, old_text, new_text, replace_all = false }, { root, protectedPaths, seen, signal }) {
    const place = await resolveForWriting(root, path, protectedPaths)
    const file = await openInside(root, place)
    let bytes: Buffer
    try {
      const { size } = await file.stat()
      if (size > MAX_BYTES)
        throw new ToolFault(`${place.relative} has ${sizeText(size)}; that is too much to edit.`)
      bytes = await file.readFile()
    } finally {
      await file.close()
    }
    const text = bytes.toString('utf8')
    // Anything that would not come back the same may not be written back.
    if (isBinary(bytes) || !Buffer.from(text, 'utf8').equals(bytes))
      throw new ToolFault(`${place.relative} is not UTF-8 text and is left alone.`)
    const edited = replaceExact(text, old_text, new_text.toWellFormed(), replace_all)
    if (edited.kind === 'refused') throw new ToolFault(`${place.relative}: ${edited.reason}`)
    // What others changed beside the piece is not known yet: a whole new text would still undo it.
    const isKnown = !(await seen.isOther(place.absolute))
    signal.throwIfAborted()
    await writeFileAtomic(place.absolute, edited.text)
    if (isKnown) seen.note(place.absolute, await stat(place.absolute))
    return `Changed ${edited.count === 1 ? 'one place' : `${edited.count} places`} in ${place.relative}.`
  },
})

/** What an exact replacement gives. */
export type Replacement =
  | { readonly kind: 'done'; readonly text: string; readonly count: number }
  | { readonly kind: 'refused'; readonly reason: string }

/** Replaces `oldText`, once or everywhere. A file with CRLF is matched by text with LF too, and stays CRLF. */
export function replaceExact(text: string, oldText: string, newText: string, isEvery: boolean): Replacement {
  if (oldText === newText) return { kind: 'refused', reason: 'old_text and new_text are the same.' }
  let wanted = oldText
  let count = occurrences(text, wanted)
  const isRewritten = count === 0 && text.includes('\r\n') && !oldText.includes('\r')
  if (isRewritten) {
    wanted = oldText.replaceAll('\n', '\r\n')
    count = occurrences(text, wanted)
  }
  // Also for a piece of one line, which says nothing about how lines end.
  const replacement = isRewritten || isCrlf(text) ? newText.replaceAll(/\r?\n/g, '\r\n') : newText
  if (count === 0)
    return {
      kind: 'refused',
      reason: 'old_text does not occur in the file. Read it again and copy it exactly.',
    }
  if (count > 1 && !isEvery)
    return {
      kind: 'refused',
      reason: `old_text occurs ${count} times. Add lines around it until it is unique, or set replace_all.`,
    }
  if (text.length + count * (replacement.length - wanted.length) > MOST_CHARS)
    return { kind: 'refused', reason: 'the file would become too large. Nothing was changed.' }
  // A function, so that `$` in the new text means itself.
  return { kind: 'done', text: text.replaceAll(wanted, () => replacement), count }
}

function occurrences(text: string, part: string): number {
  return text.split(part).length - 1
}

/** Every line of it ends in CRLF. */
function isCrlf(text: string): boolean {
  return text.includes('\r\n') && !/(?:^|[^\r])\n/.test(text)
}
