import { resolve } from 'node:path'
import { boot, ownFiles } from './shell/boot.ts'
import { app, protocol } from './shell/electron.ts'

// Before anything else: the data folder names the single instance, the key store's file and every setting.
const dataDir = app.commandLine.getSwitchValue('app-data')
if (dataDir !== '') app.setPath('userData', resolve(dataDir))

protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
])

// No await at the top level: Electron emits `ready` only after this module has been evaluated.
if (app.requestSingleInstanceLock({ files: ownFiles() })) {
  app
    .whenReady()
    .then(() => boot({ moduleUrl: import.meta.url }))
    .catch((error: unknown) => {
      process.stderr.write(
        `Palimpsest could not start: ${error instanceof Error ? error.stack : String(error)}\n`,
      )
      app.exit(1)
    })
} else {
  app.quit()
}
