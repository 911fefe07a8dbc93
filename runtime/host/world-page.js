// Runs in the page's own world before any script of the page. Its text is inlined after bridge.js.

/**
 * @param {(options: object) => { open: (request: object) => void }} makeBridge
 * @param {{ secret: string }} options
 */
export function startPageWorld(makeBridge, { secret }) {
  const { defineProperty } = Object
  const hasOwn = Object.hasOwn
  const NewURL = URL
  const Anchor = HTMLAnchorElement
  const Area = HTMLAreaElement
  const bridge = makeBridge({
    secret,
    mine: ':page',
    theirs: ':preload',
    onExpose(key, api) {
      if (hasOwn(window, key)) {
        throw new Error(`Cannot bind an API on top of an existing property on the window object: ${key}`)
      }
      defineProperty(window, key, { value: api, enumerable: true, configurable: false, writable: false })
    },
  })

  // No second window is made by a page: the wish goes to setWindowOpenHandler in main instead. Ways that
  // are not caught here make a page that the host closes before its first request.
  const open = (url, frameName, features, disposition) =>
    bridge.open({ url: String(url), frameName: String(frameName), features: String(features), disposition })
  window.open = (url = '', name = '', features = '') => {
    open(
      new NewURL(String(url), document.baseURI).href,
      name,
      features,
      features ? 'new-window' : 'foreground-tab',
    )
    return null
  }
  const onClick = (event) => {
    if (event.defaultPrevented) return
    const link = event
      .composedPath()
      .find((node) => (node instanceof Anchor || node instanceof Area) && node.href)
    if (!link) return
    const target = String(link.target).toLowerCase()
    const isElsewhere = target !== '' && !['_self', '_top', '_parent'].includes(target)
    const isModified = event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey
    if (!isElsewhere && !isModified) return
    event.preventDefault()
    const inBackground = event.button === 1 || event.ctrlKey || event.metaKey
    open(link.href, isElsewhere ? link.target : '', '', inBackground ? 'background-tab' : 'foreground-tab')
  }
  window.addEventListener('click', onClick)
  window.addEventListener('auxclick', (event) => {
    if (event.button === 1) onClick(event)
  })
}
