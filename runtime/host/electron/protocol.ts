import { guarded } from '../guard.ts'
import { hostState } from '../host-state.ts'
import { setSchemes } from '../scheme.ts'

type SchemeHandler = (request: Request) => Response | Promise<Response>

const handlers = new Map<string, SchemeHandler>()
let hasNamedSchemes = false

/** The app's handler for a scheme; undefined = nobody answers. */
export function schemeHandler(scheme: string): SchemeHandler | undefined {
  return handlers.get(scheme)
}

export const protocol = guarded('protocol', {
  registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]): void {
    if (hostState.isReady) {
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
    }
    if (hasNamedSchemes) throw new Error('protocol.registerSchemesAsPrivileged may be called only once')
    hasNamedSchemes = true
    setSchemes(schemes.filter((each) => each.privileges?.standard).map((each) => each.scheme.toLowerCase()))
  },
  handle(scheme: string, handler: SchemeHandler): void {
    if (!hostState.isReady) throw new Error('protocol.handle can only be used after app is ready')
    if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
    handlers.set(scheme, handler)
  },
  unhandle(scheme: string): void {
    if (!handlers.delete(scheme)) throw new Error(`Failed to unhandle protocol: ${scheme}`)
  },
  isProtocolHandled(scheme: string): boolean {
    return handlers.has(scheme)
  },
})
