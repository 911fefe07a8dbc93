import { lstat, mkdir, stat } from 'node:fs/promises'
import { dirname, posix } from 'node:path'
import { z } from 'zod'
import { writeFileAtomic } from '../../disk/atomic-write.ts'
import { oneLine } from './bound-text.ts'
import { sizeText } from './text-or-binary.ts'
import { type CheckContext, defineTool, ToolFault } from './tool.ts'
import { resolveForWriting, type WorkspacePath } from './workspace-path.ts'

const MAX_CHARS = 2_000_000

/** Writes a whole text file of the workspace, complete or not at all. Asks first. */
export const writeFileTool = defineTool({
  name: 'write_file',
  description:
    'Writes a whole text file inside the workspace; replaces one that is there and makes missing folders. To change a part use edit_file. A file that was changed after you read it has to be read again first.',
  input: z.strictObject({
    path: z.string().min(1).describe('File, relative to the workspace.'),
    content: z.string().max(MAX_CHARS),
  }),
  effect: ({ path }) => ({ kind: 'write', path: posix.normalize(path) }),
  subject: ({ path }) => oneLine(path, 200),
  check: async ({ path }, context) => ({ kind: 'write', path: (await placeOf(path, context)).relative }),
  async run({ path, content }, context) {
    const { seen, signal } = context
    const place = await placeOf(path, context)
    const old = await lstat(place.absolute).catch(() => null)
    if (old !== null && !old.isFile()) throw new ToolFault(`${place.relative} is not a regular file.`)
    await mkdir(dirname(place.absolute), { recursive: true })
    signal.throwIfAborted()
    const text = content.toWellFormed()
    await writeFileAtomic(place.absolute, text)
    seen.note(place.absolute, await stat(place.absolute))
    const size = sizeText(Buffer.byteLength(text))
    return old === null ? `Created ${place.relative} (${size}).` : `Replaced ${place.relative} (${size}).`
  },
})

/** Where to write. A file that somebody else changed after the model saw it is not replaced: their work would be gone. */
async function placeOf(path: string, { root, protectedPaths, seen }: CheckContext): Promise<WorkspacePath> {
  const place = await resolveForWriting(root, path, protectedPaths)
  if (await seen.isOther(place.absolute))
    throw new ToolFault(`${place.relative} was changed after you read or wrote it. Read it again first.`)
  return place
}
