// Builds the app when that is needed and prints the browser that shows it.
import { ensureBrowser } from '../../scripts/setup/browser.mjs'
import { ensureBuild } from '../../scripts/setup/build.mjs'

const browser = await ensureBrowser()
await ensureBuild()
console.log(browser)
