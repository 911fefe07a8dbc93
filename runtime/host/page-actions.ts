import { guarded } from './guard.ts'
import { runningBrowser } from './host-state.ts'
import type { PageTarget } from './page-gate.ts'

/** Runs script in the page's own world; rejects with the page's error text. */
export async function evaluateInPage(page: PageTarget, code: string, userGesture: boolean): Promise<unknown> {
  const { result, exceptionDetails } = await runningBrowser().cdp.send(
    'Runtime.evaluate',
    { expression: code, awaitPromise: true, returnByValue: true, userGesture },
    page.sessionId,
  )
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
  return result.value
}

/** Only what a screenshot needs of Electron's image type. */
export async function capturePage(page: PageTarget): Promise<Electron.NativeImage> {
  const { data } = await runningBrowser().cdp.send(
    'Page.captureScreenshot',
    { format: 'png' },
    page.sessionId,
  )
  const png = Buffer.from(data, 'base64')
  const image = {
    toPNG: () => png,
    toDataURL: () => `data:image/png;base64,${data}`,
    isEmpty: () => png.length === 0,
    // Width and height stand at these places of every PNG file.
    getSize: () => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) }),
  }
  return guarded('nativeImage', image) as unknown as Electron.NativeImage
}

/** Shows the page in the light or dark colours; `system` leaves it to the desktop. */
export async function emulateScheme(page: PageTarget, scheme: 'system' | 'light' | 'dark'): Promise<void> {
  const value = scheme === 'system' ? '' : scheme
  const features = [{ name: 'prefers-color-scheme', value }]
  await runningBrowser().cdp.send('Emulation.setEmulatedMedia', { features }, page.sessionId)
}
