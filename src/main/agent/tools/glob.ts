import { z } from 'zod'
import { MAX_RESULT_CHARS, oneLine } from './bound-text.ts'
import { moreText, runRipgrep, searchedFiles } from './run-ripgrep.ts'
import { defineTool } from './tool.ts'
import { resolveInWorkspace } from './workspace-path.ts'

const MAX_FILES = 500

/** Finds files of the workspace by pattern. What `.gitignore` names and what is hidden is left out. */
export const globTool = defineTool({
  name: 'glob',
  description:
    'Finds files inside the workspace by a pattern such as **/*.ts. Ignored and hidden files are left out. Sorted by path.',
  input: z.strictObject({
    pattern: z.string().min(1).max(1_000).describe('For example src/**/*.test.ts'),
    path: z.string().optional().describe('Folder to look in; the workspace when left out.'),
  }),
  subject: ({ pattern, path }) => oneLine(path === undefined ? pattern : `${pattern} in ${path}`, 200),
  async run({ pattern, path }, { root, signal, keepOutput }) {
    const place = await resolveInWorkspace(root, path === undefined || path === '' ? '.' : path)
    const files = await searchedFiles(place.relative, { cwd: root, signal })
    const found = await runRipgrep(['--files', '--sort', 'path', '--glob', pattern, '--', place.relative], {
      cwd: root,
      maxLines: MAX_FILES,
      maxChars: MAX_RESULT_CHARS,
      format: (line) => (files.has(line) ? line.replaceAll('\\', '/').replace(/^\.\//, '') : null),
      keepOutput,
      signal,
    })
    if (found.lines.length === 0 && found.more === null) return '[No file matches.]'
    const more = moreText(found, 'files')
    return [...found.lines, ...(more === '' ? [] : [more])].join('\n')
  },
})
