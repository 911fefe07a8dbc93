import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { boot } from './shell/boot.ts'
import { app, protocol } from './shell/electron.ts'
import { createFileRequests } from './shell/file-requests.ts'
import { filesToOpen } from './shell/launch-arguments.ts'

// Before anything else: the data folder names the single instance, the key store's file and every setting.
const dataDir = app.commandLine.getSwitchValue('app-data')
if (dataDir !== '') {
  // Electron takes only a folder that exists.
  mkdirSync(resolve(dataDir), { recursive: true })
  app.setPath('userData', resolve(dataDir))
}

protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
])

const requests = createFileRequests()
const ownFiles = filesToOpen(process.argv, process.cwd(), app.isPackaged)
requests.add(ownFiles)
// macOS tells of a double-clicked file this way, at the first start before `ready`.
app.on('open-file', (event, path) => {
  event.preventDefault()
  requests.add([path])
})

// No await at the top level: Electron emits `ready` only after this module has been evaluated.
if (app.requestSingleInstanceLock({ files: ownFiles })) {
  app
    .whenReady()
    .then(() => boot({ moduleUrl: import.meta.url, requests }))
    .catch((error: unknown) => {
      process.stderr.write(
        `Palimpsest could not start: ${error instanceof Error ? error.message : String(error)}\n`,
      )
      app.exit(1)
    })
} else {
  app.quit()
}
