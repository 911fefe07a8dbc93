import { guarded } from '../guard.ts'
import { hostState } from '../host-state.ts'
import { BrowserWindow } from './browser-window.ts'

/** What was written last; the answer when no window can read the system's clipboard. */
let last = ''

/**
 * Runs in the preload's world of a window. Main is not the page: what the page may do with the clipboard
 * stays as the app's permission handlers decided.
 */
async function inWindow(expression: string): Promise<unknown> {
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows().at(-1)
  if (!window || !hostState.browser) throw new Error('No window')
  return window.webContents.evaluateIsolated(expression)
}

export const clipboard = guarded('clipboard', {
  async readText(): Promise<string> {
    return inWindow('navigator.clipboard.readText()').then(String, () => last)
  },
  async writeText(text: string): Promise<void> {
    last = text
    // Copying a selection needs no permission, unlike navigator.clipboard.
    const copy = `(() => {
      const put = (event) => {
        event.stopImmediatePropagation()
        event.preventDefault()
        event.clipboardData.setData('text/plain', ${JSON.stringify(text)})
      }
      window.addEventListener('copy', put, { capture: true, once: true })
      try { return document.execCommand('copy') } finally { window.removeEventListener('copy', put, { capture: true }) }
    })()`
    await inWindow(copy).catch(() => undefined)
  },
  clear(): void {
    last = ''
  },
})
