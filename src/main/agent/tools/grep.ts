import { z } from 'zod'
import { MAX_RESULT_CHARS, oneLine } from './bound-text.ts'
import { moreText, runRipgrep, searchedFiles } from './run-ripgrep.ts'
import { defineTool } from './tool.ts'
import { resolveInWorkspace } from './workspace-path.ts'

const MAX_LINES = 400
/** Longer lines are mostly data. */
const MAX_COLUMNS = 500

/** Searches the workspace's text files. What `.gitignore` names, hidden and binary files are left out. */
export const grepTool = defineTool({
  name: 'grep',
  description:
    'Searches text files inside the workspace by a regular expression. Answers path:line:text. Ignored, hidden and binary files are left out.',
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
      '--null',
      '--sort=path',
      `--max-columns=${MAX_COLUMNS}`,
      '--max-columns-preview',
      ...(ignore_case === true ? ['--ignore-case'] : []),
      ...(literal === true ? ['--fixed-strings'] : []),
      ...(context === undefined ? [] : [`--context=${context}`]),
      // Between files that do not count a separator would stand for nothing.
      ...(glob === undefined ? [] : ['--glob', glob, '--no-context-separator']),
      '--regexp',
      pattern,
      '--',
      place.relative,
    ]
    const files = glob === undefined ? null : await searchedFiles(place.relative, { cwd: root, signal })
    const found = await runRipgrep(args, {
      cwd: root,
      maxLines: MAX_LINES,
      maxChars: MAX_RESULT_CHARS,
      format: (line) => writtenLine(line, files),
      keepOutput,
      signal,
    })
    if (found.lines.length === 0 && found.more === null) return '[No match.]'
    const more = moreText(found, 'lines')
    return [...found.lines, ...(more === '' ? [] : [more])].join('\n')
  },
})

/**
 * `path:12:text`, or `path-12-text` beside a match, of a line whose path ends in a zero byte. Null = the file is none of
 * `files`.
 */
function writtenLine(line: string, files: ReadonlySet<string> | null): string | null {
  const end = line.indexOf('\0')
  // A separator, or what is said about a file as a whole.
  if (end === -1) return line.replace(/^\.[\\/]/, '')
  const path = line.slice(0, end)
  if (files !== null && !files.has(path)) return null
  const rest = line.slice(end + 1)
  const mark = /^\d+([:-])/.exec(rest)?.[1] ?? ':'
  return `${path.replace(/^\.[\\/]/, '')}${mark}${rest}`
}
