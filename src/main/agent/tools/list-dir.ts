import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { errnoOf } from '../../disk/disk-error.ts'
import { firstLines, oneLine, placeText } from './bound-text.ts'
import { sizeText } from './text-or-binary.ts'
import { defineTool, ToolFault } from './tool.ts'
import { explainErrno, resolveInWorkspace } from './workspace-path.ts'

const MAX_ENTRIES = 500

/** Lists a folder of the workspace: folders first, files with their sizes. */
export const listDirTool = defineTool({
  name: 'list_dir',
  description: 'Lists one folder inside the workspace: folders end in /, files have their size.',
  input: z.strictObject({
    path: z.string().optional().describe('Folder, relative to the workspace; the workspace when left out.'),
  }),
  subject: ({ path }) => oneLine(path ?? '.', 200),
  async run({ path }, { root, signal, keepOutput }) {
    const place = await resolveInWorkspace(root, path === undefined || path === '' ? '.' : path)
    const entries = await readdir(place.absolute, { withFileTypes: true }).catch((error: unknown) => {
      throw new ToolFault(`${place.relative}: ${explainErrno(errnoOf(error))}`)
    })
    if (entries.length === 0) return '[The folder is empty.]'
    const sorted = entries.toSorted(
      (a, b) => Number(b.isDirectory()) - Number(a.isDirectory()) || (a.name < b.name ? -1 : 1),
    )
    const lines: string[] = []
    for (const entry of sorted) {
      signal.throwIfAborted()
      if (entry.isDirectory()) lines.push(`${entry.name}/`)
      else if (entry.isFile()) {
        const state = await stat(join(place.absolute, entry.name)).catch(() => null)
        lines.push(state === null ? entry.name : `${entry.name} (${sizeText(state.size)})`)
      } else lines.push(`${entry.name} (${entry.isSymbolicLink() ? 'link' : 'special file'})`)
    }
    const first = firstLines(lines, MAX_ENTRIES)
    const shown = first.lines.join('\n').toWellFormed()
    if (!first.isCut) return shown
    const filePath = await keepOutput((file) => file.writeFile(`${lines.join('\n').toWellFormed()}\n`))
    return `${shown}\n[${first.lines.length} of ${lines.length} entries. ${placeText(filePath)}]`
  },
})
