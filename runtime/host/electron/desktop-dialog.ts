import { spawn } from 'node:child_process'
import { basename, dirname, join } from 'node:path'
import { findOnPath } from '../find-browser.js'

/** What a file dialog is asked to choose. */
export interface FileQuestion {
  readonly kind: 'open' | 'folder' | 'save'
  readonly title: string
  readonly defaultPath: string
  readonly isMultiple: boolean
  readonly filters: readonly { readonly name: string; readonly extensions: readonly string[] }[]
}

interface Command {
  readonly file: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

function globs(extensions: readonly string[]): string {
  return extensions.map((each) => (each === '*' ? '*' : `*.${each}`)).join(' ')
}

function zenity(file: string, question: FileQuestion): Command {
  const kind = { open: [], folder: ['--directory'], save: ['--save', '--confirm-overwrite'] }[question.kind]
  return {
    file,
    args: [
      '--file-selection',
      ...kind,
      ...(question.isMultiple ? ['--multiple', '--separator=\n'] : []),
      ...(question.title ? [`--title=${question.title}`] : []),
      ...(question.defaultPath ? [`--filename=${question.defaultPath}`] : []),
      ...question.filters.map(({ name, extensions }) => `--file-filter=${name} | ${globs(extensions)}`),
    ],
  }
}

function kdialog(file: string, question: FileQuestion): Command {
  const kind = { open: '--getopenfilename', folder: '--getexistingdirectory', save: '--getsavefilename' }[
    question.kind
  ]
  const filter = question.filters.map(({ name, extensions }) => `${name} (${globs(extensions)})`).join('\n')
  return {
    file,
    args: [
      ...(question.title ? ['--title', question.title] : []),
      ...(question.isMultiple ? ['--multiple', '--separate-output'] : []),
      kind,
      question.defaultPath || '.',
      ...(question.kind === 'folder' || filter === '' ? [] : [filter]),
    ],
  }
}

/** AppleScript takes the values as arguments, so that no text of theirs becomes script. */
function osascript(question: FileQuestion): Command {
  const prompt = 'with prompt (item 1 of argv)'
  const several = question.isMultiple ? 'with multiple selections allowed' : ''
  const choose = {
    open: `choose file ${prompt} ${several}`,
    folder: `choose folder ${prompt} ${several}`,
    save: `choose file name ${prompt} default name (item 2 of argv)`,
  }[question.kind]
  const script = `on run argv
set chosen to (${choose}) as list
set answer to ""
repeat with each in chosen
set answer to answer & POSIX path of each & linefeed
end repeat
return answer
end run`
  return {
    file: 'osascript',
    args: ['-e', script, question.title || 'Choose', basename(question.defaultPath) || 'Untitled'],
  }
}

/** PowerShell reads the values from the environment, for the same reason. */
function powershell(question: FileQuestion): Command {
  const type = { open: 'OpenFileDialog', folder: 'FolderBrowserDialog', save: 'SaveFileDialog' }[
    question.kind
  ]
  const script = `Add-Type -AssemblyName System.Windows.Forms
[Console]::OutputEncoding = [Text.Encoding]::UTF8
$d = New-Object System.Windows.Forms.${type}
${
  question.kind === 'folder'
    ? '$d.SelectedPath = $env:ASK_PATH'
    : `$d.Title = $env:ASK_TITLE; $d.FileName = $env:ASK_NAME; $d.InitialDirectory = $env:ASK_PATH${
        question.isMultiple ? '; $d.Multiselect = $true' : ''
      }; if ($env:ASK_FILTER) { $d.Filter = $env:ASK_FILTER }`
}
if ($d.ShowDialog() -ne 'OK') { exit 1 }
${question.kind === 'folder' ? '$d.SelectedPath' : '$d.FileNames'}`
  const filter = question.filters.map(
    ({ name, extensions }) => `${name}|${globs(extensions).replaceAll(' ', ';')}`,
  )
  return {
    file: 'powershell.exe',
    args: ['-NoProfile', '-STA', '-Command', script],
    env: {
      ASK_TITLE: question.title,
      ASK_NAME: question.kind === 'save' ? basename(question.defaultPath) : '',
      ASK_PATH:
        question.kind === 'folder' ? question.defaultPath : dirname(question.defaultPath || join('.', 'x')),
      ASK_FILTER: filter.join('|'),
    },
  }
}

/** The desktop's own dialog; null = this system has no tool for it. */
export function fileDialogCommand(
  question: FileQuestion,
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
): Command | null {
  if (platform === 'darwin') return osascript(question)
  if (platform === 'win32') return powershell(question)
  const kde = findOnPath('kdialog', env)
  const gtk = findOnPath('zenity', env)
  const isKde = (env.XDG_CURRENT_DESKTOP ?? '').includes('KDE')
  if (kde && (isKde || !gtk)) return kdialog(kde, question)
  return gtk ? zenity(gtk, question) : null
}

/** The chosen paths; empty = closed without a choice. Rejects when the tool cannot be started. */
export function runFileDialog(command: Command): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(command.file, command.args, {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, ...command.env },
    })
    let text = ''
    child.stdout.setEncoding('utf8')
    child.stdout.on('data', (chunk: string) => {
      text += chunk
    })
    child.once('error', reject)
    child.once('close', (code) =>
      resolve(code === 0 ? text.split(/\r?\n/).filter((line) => line !== '') : []),
    )
  })
}
