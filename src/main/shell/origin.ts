/** Where the page comes from: the bundle, and while developing Vite's address. */
export interface PageOrigin {
  /** First address of a window. */
  readonly startUrl: string
  /** True for an address of the app itself: exact scheme and host, no user name. */
  isOwn(url: string): boolean
}

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * `devUrl` is `ELECTRON_RENDERER_URL` of electron-vite; anything but plain http on this machine is ignored,
 * so that a variable of the environment cannot make the window trust a foreign page.
 */
export function pageOrigin(devUrl: string | undefined): PageOrigin {
  const dev = devUrl !== undefined && URL.canParse(devUrl) ? new URL(devUrl) : null
  const isDev = dev !== null && dev.protocol === 'http:' && LOOPBACK.has(dev.hostname)
  return {
    startUrl: isDev ? dev.href : 'app://bundle/index.html',
    isOwn(url) {
      if (!URL.canParse(url)) return false
      const parsed = new URL(url)
      if (parsed.username !== '' || parsed.password !== '') return false
      if (isDev) return parsed.origin === dev.origin
      return parsed.protocol === 'app:' && parsed.host === 'bundle'
    },
  }
}
