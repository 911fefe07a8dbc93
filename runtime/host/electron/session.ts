import type { Browser } from '../browser.ts'
import { guarded } from '../guard.ts'
import { hostState } from '../host-state.ts'
import type { Commands } from '../protocol.ts'
import { protocol } from './protocol.ts'

type Descriptor = Commands['Browser.setPermission']['permission']
type CheckHandler = Parameters<Electron.Session['setPermissionCheckHandler']>[0]
type RequestHandler = Parameters<Electron.Session['setPermissionRequestHandler']>[0]

/** Electron's name of a permission, and the browser's names for what it covers. */
const PERMISSIONS: readonly (readonly [electron: string, browser: readonly Descriptor[]])[] = [
  ['geolocation', [{ name: 'geolocation' }]],
  ['notifications', [{ name: 'notifications' }]],
  ['media', [{ name: 'camera' }, { name: 'microphone' }]],
  ['display-capture', [{ name: 'display-capture' }]],
  ['midi', [{ name: 'midi' }]],
  ['midiSysex', [{ name: 'midi', sysex: true }]],
  ['clipboard-read', [{ name: 'clipboard-read' }]],
  ['clipboard-sanitized-write', [{ name: 'clipboard-write', allowWithoutSanitization: false }]],
  ['idle-detection', [{ name: 'idle-detection' }]],
  ['storage-access', [{ name: 'storage-access' }]],
  ['window-management', [{ name: 'window-management' }]],
  ['local-fonts', [{ name: 'local-fonts' }]],
  ['persistent-storage', [{ name: 'persistent-storage' }]],
  ['background-sync', [{ name: 'background-sync' }]],
  ['screen-wake-lock', [{ name: 'screen-wake-lock' }]],
]

let check: CheckHandler = null
let request: RequestHandler = null

function isAllowed(permission: string, contents: Electron.WebContents, origin: string): boolean {
  // The names above are Electron's; its types list them per version.
  if (check) {
    type Name = Parameters<NonNullable<CheckHandler>>[1]
    return check(contents, permission as Name, origin, { isMainFrame: true, requestingUrl: origin })
  }
  let verdict = false
  if (request) {
    type Name = Parameters<NonNullable<RequestHandler>>[1]
    const details = { isMainFrame: true, requestingUrl: origin }
    request(contents, permission as Name, (granted) => (verdict = granted), details)
  }
  return verdict
}

/**
 * Sets every permission for the page that a window shows, so that the browser never asks the person by
 * itself. Where the app has set no handler, all is denied (Electron would allow).
 */
export async function applyPermissions(browser: Browser, contents: Electron.WebContents): Promise<void> {
  const origin = contents.mainFrame.origin
  const changes = PERMISSIONS.flatMap(([permission, descriptors]) => {
    const setting = isAllowed(permission, contents, origin) ? 'granted' : 'denied'
    return descriptors.map((descriptor) =>
      // A browser that does not know the permission does not grant it either.
      browser.cdp.send('Browser.setPermission', { permission: descriptor, setting }).catch(() => undefined),
    )
  })
  await Promise.all(changes)
}

export const defaultSession = guarded('session.defaultSession', {
  protocol,
  setPermissionCheckHandler(handler: CheckHandler): void {
    check = handler
    hostState.events.emit('permissions-changed')
  },
  setPermissionRequestHandler(handler: RequestHandler): void {
    request = handler
    hostState.events.emit('permissions-changed')
  },
  /** USB, HID and serial devices are never offered by the host's browser, whatever the handler says. */
  setDevicePermissionHandler(_handler: Parameters<Electron.Session['setDevicePermissionHandler']>[0]): void {
    // Nothing to ask: see above.
  },
  async clearStorageData(): Promise<void> {
    const { cdp } = hostState.browser ?? {}
    await cdp?.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' })
  },
})

export const session = guarded('session', { defaultSession })
