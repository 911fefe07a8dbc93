// npm run e2e [-- filter]: the end-to-end specs in Electron where it is installed, else in the host.

import { runScript } from './setup/say.mjs'
import { runSpecs } from './setup/specs.mjs'

await runScript(() => runSpecs({ project: 'specs', args: process.argv.slice(2) }))
