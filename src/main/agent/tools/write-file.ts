import { lstat, mkdir } from 'node:fs/promises'
import { dirname, posix } from 'node:path'
import { z } from 'zod'
import { writeFileAtomic } from '../../disk/atomic-write.ts'
import { oneLine } from './bound-text.ts'
import { sizeText } from './text-or-binary.ts'
import { defineTool, ToolFault } from './tool.ts'
import { resolveForWriting } from './workspace-path.ts'

const MAX_CHARS = 2_000_000

/** Writes a whole text file of the workspace, complete or not at all. Asks first. */
export const writeFileTool = defineTool({
  name: 'write_file',
  description:
    'Writes a whole text file inside the workspace; replaces one that is there and makes missing folders. To change a part use edit_file.',
  input: z.strictObject({
    path: z.string().min(1).describe('File, relative to the workspace.'),
    content: z.string().max(MAX_CHARS),
  }),
  effect: ({ path }) => ({ kind: 'write', path: posix.normalize(path) }),
  subject: ({ path }) => oneLine(path, 200),
  check: ({ path }, { root, protectedPaths }) => resolveForWriting(root, path, protectedPaths),
  async run({ path, content }, { root, protectedPaths, signal }) {
    const place = await resolveForWriting(root, path, protectedPaths)
    const old = await lstat(place.absolute).catch(() => null)
    if (old !== null && !old.isFile()) throw new ToolFault(`${place.relative} is not a regular file.`)
    await mkdir(dirname(place.absolute), { recursive: true })
    signal.throwIfAborted()
    const text = content.toWellFormed()
    await writeFileAtomic(place.absolute, text)
    const size = sizeText(Buffer.byteLength(text))
    return old === null ? `Created ${place.relative} (${size}).` : `Replaced ${place.relative} (${size}).`
  },
})
