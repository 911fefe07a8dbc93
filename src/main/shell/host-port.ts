import { AppError } from '../../shared/ipc/errors.ts'
import type { Settings } from '../../shared/ipc/settings.ts'
import { checkLink } from '../../shared/links.ts'
import type { HostPort } from '../ports.ts'
import type { Secrets } from './secrets.ts'

/** What a file dialog is asked. */
export interface DialogRequest {
  readonly kind: 'folder' | 'files'
}

/** The system's own services, as the host needs them. */
export interface SystemPort {
  /** Absolute paths; empty = closed. */
  askForPaths(request: DialogRequest): Promise<readonly string[]>
  trashItem(path: string): Promise<void>
  showItemInFolder(path: string): void
  openExternal(url: string): Promise<void>
  writeText(text: string): Promise<void>
}

/** `HostPort` over the system's services. What a service refuses becomes an `AppError` here. */
export function createHostPort(
  system: SystemPort,
  secrets: Secrets,
  applyTheme: (theme: Settings['theme']) => void,
): HostPort {
  return {
    chooseFolder: async () => (await system.askForPaths({ kind: 'folder' }))[0] ?? null,
    chooseFiles: () => system.askForPaths({ kind: 'files' }),
    async trashItem(path) {
      try {
        await system.trashItem(path)
      } catch (cause) {
        throw new AppError('trash-unavailable', 'The system could not move this to its trash.', {
          cause,
          params: { path },
          details: String(cause),
        })
      }
    },
    revealItem: async (path) => system.showItemInFolder(path),
    async openExternal(url) {
      // The second look: this is the last line before the system acts on the address.
      const link = checkLink(url)
      if (link.kind === 'refused') {
        throw new AppError('link-refused', 'This address is not opened.', { params: { reason: link.reason } })
      }
      await system.openExternal(link.url)
    },
    writeClipboard: (text) => system.writeText(text),
    getSecret: (id) => secrets.get(id),
    setSecret: (id, key) => secrets.set(id, key),
    secretState: (id) => secrets.state(id),
    applyTheme: async (theme) => applyTheme(theme),
  }
}
