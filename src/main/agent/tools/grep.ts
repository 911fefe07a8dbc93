import { z } from 'zod'
import { MAX_RESULT_CHARS, oneLine } from './bound-text.ts'
import { moreText, runRipgrep } from './run-ripgrep.ts'
import { defineTool } from './tool.ts'
import { resolveInWorkspace } from './workspace-path.ts'

const MAX_LINES = 400
/** Longer lines are mostly data. */
const MAX_COLUMNS = 500

/** Searches the workspace's text files. What `.gitignore` names and binary files are left out. */
export const grepTool = defineTool({
  name: 'grep',
  description:
    'Searches text files inside the workspace by a regular expression. Answers path:line:text. Ignored and binary files are left out.',
  input: z.strictObject({
    pattern: z.string().min(1).max(2_000).describe('Regular expression in the syntax of ripgrep.'),
    path: z.string().optional().describe('Folder or file to search; the workspace when left out.'),
    glob: z.string().max(1_000).optional().describe('Only files that match, for example *.ts'),
    ignore_case: z.boolean().optional(),
    literal: z.boolean().optional().describe('Takes the pattern as plain text.'),
    context: z.int().min(0).max(10).optional().describe('Lines before and after each match.'),
  }),
  subject: ({ pattern, path }) => oneLine(path === undefined ? pattern : `${pattern} in ${path}`, 200),
  async run({ pattern, path, glob, ignore_case, literal, context }, { root, signal, keepOutput }) {
    const place = await resolveInWorkspace(root, path === undefined || path === '' ? '.' : path)
    const args = [
      '--line-number',
      '--no-heading',
      '--with-filename',
      '--color=never',
      '--sort=path',
      `--max-columns=${MAX_COLUMNS}`,
      '--max-columns-preview',
      ...(ignore_case === true ? ['--ignore-case'] : []),
      ...(literal === true ? ['--fixed-strings'] : []),
      ...(context === undefined ? [] : [`--context=${context}`]),
      ...(glob === undefined ? [] : ['--glob', glob]),
      '--regexp',
      pattern,
      '--',
      place.relative,
    ]
    const found = await runRipgrep(args, {
      cwd: root,
      maxLines: MAX_LINES,
      maxChars: MAX_RESULT_CHARS,
      format: (line) => line.replace(/^\.[\\/]/, ''),
      keepOutput,
      signal,
    })
    if (found.lines.length === 0 && found.more === null) return '[No match.]'
    const more = moreText(found, 'lines')
    return [...found.lines, ...(more === '' ? [] : [more])].join('\n')
  },
})
