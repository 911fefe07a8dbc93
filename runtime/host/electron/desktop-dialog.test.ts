import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FileQuestion, fileDialogCommand, runFileDialog } from './desktop-dialog.ts'

const question: FileQuestion = {
  kind: 'open',
  title: '"Open" $(x)',
  defaultPath: '/home/a b',
  isMultiple: true,
  filters: [{ name: 'Threads', extensions: ['json', 'jsonl'] }],
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dialog-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function tool(name: string, script: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, name), 0o755)
}

test('the chosen paths are what the tool prints; a closed dialog chooses nothing', async () => {
  tool('zenity', 'printf "/a b.json\\n/c.json\\n"')
  const command = fileDialogCommand(question, { PATH: folder }, 'linux')
  expect(command?.args).toEqual([
    '--file-selection',
    '--multiple',
    '--separator=\n',
    '--title="Open" $(x)',
    '--filename=/home/a b',
    '--file-filter=Threads | *.json *.jsonl',
  ])
  if (!command) throw new Error('no command')
  expect(await runFileDialog(command)).toEqual(['/a b.json', '/c.json'])
  tool('zenity', 'echo /ignored; exit 1')
  expect(await runFileDialog(command)).toEqual([])
})

test('KDE is asked with its own tool, others with theirs, and nobody when there is none', () => {
  expect(fileDialogCommand(question, { PATH: folder }, 'linux')).toBeNull()
  tool('zenity', '')
  tool('kdialog', '')
  expect(fileDialogCommand(question, { PATH: folder }, 'linux')?.file).toBe(join(folder, 'zenity'))
  const kde = fileDialogCommand(
    { ...question, kind: 'folder' },
    { PATH: folder, XDG_CURRENT_DESKTOP: 'KDE' },
    'linux',
  )
  expect(kde?.file).toBe(join(folder, 'kdialog'))
  expect(kde?.args).toContain('--getexistingdirectory')
})

test('no text of the app becomes part of a script on the other systems', () => {
  for (const platform of ['darwin', 'win32'] as const) {
    const command = fileDialogCommand(question, {}, platform)
    const script = command?.args.find((word) => word.includes('\n')) ?? ''
    expect(script).not.toContain('$(x)')
    expect([...(command?.args ?? []), ...Object.values(command?.env ?? {})]).toContain(question.title)
  }
})
