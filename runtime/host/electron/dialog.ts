import { homedir } from 'node:os'
import { isAbsolute, resolve } from 'node:path'
import { guarded } from '../guard.ts'
import { hostState } from '../host-state.ts'
import { BrowserWindow } from './browser-window.ts'
import { type FileQuestion, fileDialogCommand, runFileDialog } from './desktop-dialog.ts'

type OpenOptions = Electron.OpenDialogOptions
type SaveOptions = Electron.SaveDialogOptions
type MessageOptions = Electron.MessageBoxOptions

/** Electron's dialogs take the owner first, or leave it out. */
function withOwner<T extends object>(
  first: unknown,
  second: T | undefined,
): { owner: BrowserWindow | null; options: T } {
  const owner = first instanceof BrowserWindow ? first : null
  // Without an owner the options come first; the public signatures below say so.
  const options = (second ?? (owner ? {} : first) ?? {}) as T
  return {
    owner: owner ?? BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows().at(-1) ?? null,
    options,
  }
}

function absolute(text: string): string {
  const path = text.trim().replace(/^~(?=\/|$)/, homedir())
  return isAbsolute(path) ? path : resolve(homedir(), path)
}

/** The desktop's dialog where there is a screen and a tool, else a path to type in the page. */
async function choosePaths(question: FileQuestion, owner: BrowserWindow | null): Promise<readonly string[]> {
  const command = hostState.browser?.isHeadless ? null : fileDialogCommand(question)
  if (command) return runFileDialog(command)
  if (!owner) return []
  const label = question.kind === 'folder' ? 'Path of the folder' : 'Path of the file'
  const { response, text } = await owner.webContents.ask({
    title: question.title || label,
    message: question.title || label,
    detail: '',
    buttons: ['Cancel', question.kind === 'save' ? 'Save' : 'Open'],
    defaultId: 1,
    cancelId: 0,
    field: { label, value: question.defaultPath },
  })
  return response === 1 && text.trim() !== '' ? [absolute(text)] : []
}

async function showOpenDialog(first: object, second?: OpenOptions): Promise<Electron.OpenDialogReturnValue> {
  const { owner, options } = withOwner<OpenOptions>(first, second)
  const properties = options.properties ?? ['openFile']
  const paths = await choosePaths(
    {
      kind: properties.includes('openDirectory') ? 'folder' : 'open',
      title: options.title ?? options.message ?? '',
      defaultPath: options.defaultPath ?? '',
      isMultiple: properties.includes('multiSelections'),
      filters: options.filters ?? [],
    },
    owner,
  )
  return { canceled: paths.length === 0, filePaths: [...paths] }
}

async function showSaveDialog(first: object, second?: SaveOptions): Promise<Electron.SaveDialogReturnValue> {
  const { owner, options } = withOwner<SaveOptions>(first, second)
  const [filePath = ''] = await choosePaths(
    {
      kind: 'save',
      title: options.title ?? options.message ?? '',
      defaultPath: options.defaultPath ?? '',
      isMultiple: false,
      filters: options.filters ?? [],
    },
    owner,
  )
  return { canceled: filePath === '', filePath }
}

async function showMessageBox(
  first: object,
  second?: MessageOptions,
): Promise<Electron.MessageBoxReturnValue> {
  const { owner, options } = withOwner<MessageOptions>(first, second)
  const buttons = options.buttons && options.buttons.length > 0 ? options.buttons : ['OK']
  const named = buttons.findIndex((each) => /^(cancel|no)$/i.test(each))
  const cancelId = options.cancelId ?? Math.max(0, named)
  if (!owner) return { response: cancelId, checkboxChecked: options.checkboxChecked ?? false }
  const { response } = await owner.webContents.ask({
    title: options.title ?? '',
    message: options.message ?? '',
    detail: options.detail ?? '',
    buttons,
    defaultId: options.defaultId ?? 0,
    cancelId,
    field: null,
  })
  return { response, checkboxChecked: options.checkboxChecked ?? false }
}

function showErrorBox(title: string, content: string): void {
  console.error(`${title}\n${content}`)
  // Shown beside that where there is a page; before that the text above is all there is.
  BrowserWindow.getAllWindows()
    .at(-1)
    ?.webContents.ask({
      title,
      message: title,
      detail: content,
      buttons: ['OK'],
      defaultId: 0,
      cancelId: 0,
      field: null,
    })
}

export const dialog = guarded('dialog', { showOpenDialog, showSaveDialog, showMessageBox, showErrorBox })
