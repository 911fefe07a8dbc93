import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The text of a script of this folder, as a function body may hold it. */
export function textOf(file: string): string {
  return readFileSync(join(import.meta.dirname, file), 'utf8').replace(/^export /gm, '')
}

/** The source of a preload without its source map, whose address would mean nothing in the page. */
function withoutSourceMap(source: string): string {
  return source.replace(/^\/\/# sourceMappingURL=.*$/gm, '')
}

/** What runs in the page's own world before its scripts. `secret` names the bridge's events. */
export function pageWorldScript(secret: string): string {
  return `(() => {
'use strict'
if (window !== window.top) return
${textOf('bridge.js')}
${textOf('world-page.js')}
startPageWorld(makeBridge, ${JSON.stringify({ secret })})
})()`
}

export interface PreloadWorld {
  readonly secret: string
  /** Name under which the browser gives the channel to main; taken away at once. */
  readonly binding: string
  /** Name of the function through which main speaks to this world. */
  readonly receiver: string
  /** Source text of the app's preload: one CommonJS file. */
  readonly source: string
  readonly process: Readonly<Record<string, unknown>>
}

/** What runs in the isolated world. The preload's text is inlined: the page's policy forbids eval here too. */
export function preloadWorldScript({ source, ...options }: PreloadWorld): string {
  return `(() => {
if (window !== window.top) return
const start = (() => {
'use strict'
${textOf('codec.js')}
${textOf('bridge.js')}
${textOf('page-dialog.js')}
${textOf('world-preload.js')}
return (options, preload) => startPreloadWorld({ encode, decode, makeBridge, askInPage }, options, preload)
})()
start(${JSON.stringify(options)}, function (require, module, exports, process, global) {
${withoutSourceMap(source)}
})
})()`
}
