// Runs in the preload's isolated world. Its text is inlined after codec.js, bridge.js and page-dialog.js.
// The only way to main is a function that the browser put on this world's global object; it is taken
// away before the preload runs.

/**
 * @param {{ encode: Function, decode: Function, makeBridge: Function, askInPage: Function }} parts
 * @param {{ secret: string, binding: string, receiver: string, process: object }} options
 * @param {(require: Function, module: object, exports: object, process: object, global: object) => void} preload
 */
export function startPreloadWorld({ encode, decode, makeBridge, askInPage }, options, preload) {
  const send = globalThis[options.binding]
  delete globalThis[options.binding]
  if (typeof send !== 'function') return

  // A header line of JSON, then the body as it is: a large body is not escaped a second time.
  const tell = (header, body = '') => send(`${JSON.stringify(header)}\n${body}`)
  // `randomUUID` is missing where this also runs: on the empty page a window begins as, which is no secure context.
  const token = crypto.getRandomValues(new Uint32Array(4)).join('-')
  const waiting = new Map()
  const listeners = new Map()
  let lastCall = 0

  const bridge = makeBridge({
    secret: options.secret,
    mine: ':preload',
    theirs: ':page',
    onOpen: (request) => tell({ kind: 'open', request }),
  })

  const unsupported = (name) => () => {
    throw new Error(`ipcRenderer.${name} is not provided by the Chromium host`)
  }
  const subscribe = (isOnce) => (channel, listener) => {
    const known = listeners.get(channel) ?? []
    listeners.set(channel, [...known, { listener, isOnce }])
    return ipcRenderer
  }
  const unsubscribe = (channel, listener) => {
    const known = listeners.get(channel) ?? []
    const at = known.findLastIndex((entry) => entry.listener === listener)
    if (at !== -1) listeners.set(channel, known.toSpliced(at, 1))
    return ipcRenderer
  }
  const ipcRenderer = {
    invoke(channel, ...values) {
      return new Promise((resolve, reject) => {
        const body = encode(values)
        lastCall += 1
        waiting.set(lastCall, { resolve, reject })
        tell({ kind: 'invoke', id: lastCall, channel }, body)
      })
    },
    send: (channel, ...values) => tell({ kind: 'send', channel }, encode(values)),
    on: subscribe(false),
    once: subscribe(true),
    addListener: subscribe(false),
    off: unsubscribe,
    removeListener: unsubscribe,
    removeAllListeners(channel) {
      if (channel === undefined) listeners.clear()
      else listeners.delete(channel)
      return ipcRenderer
    },
    listenerCount: (channel) => listeners.get(channel)?.length ?? 0,
    sendSync: unsupported('sendSync'),
    sendToHost: unsupported('sendToHost'),
    postMessage: unsupported('postMessage'),
  }

  const emit = (channel, values) => {
    // The list is replaced, never changed in place, so a listener may leave while it runs.
    for (const entry of listeners.get(channel) ?? []) {
      if (entry.isOnce) unsubscribe(channel, entry.listener)
      try {
        entry.listener({ sender: ipcRenderer, ports: [] }, ...values)
      } catch (error) {
        reportError(error)
      }
    }
  }
  const settle = (header, body) => {
    const call = waiting.get(header.id)
    waiting.delete(header.id)
    if (header.ok) call?.resolve(decode(body))
    else call?.reject(new Error(body))
  }

  let accelerators = []
  globalThis[options.receiver] = (header, body) => {
    // Meant for the document that was here before: its numbers mean nothing now.
    if (header.token !== token) return
    if (header.kind === 'answer') settle(header, body)
    else if (header.kind === 'message') emit(header.channel, decode(body))
    else if (header.kind === 'accelerators') accelerators = header.list
    else if (header.kind === 'ask') {
      askInPage(header.question).then((answer) => tell({ kind: 'asked', id: header.id, answer }))
    }
  }

  // Menus are not drawn, but their shortcuts work, after the page had its turn with the key.
  window.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return
    const hit = accelerators.find(
      (each) =>
        each.ctrl === event.ctrlKey &&
        each.meta === event.metaKey &&
        each.alt === event.altKey &&
        each.shift === event.shiftKey &&
        each.keys.includes(event.key.length === 1 ? event.key.toLowerCase() : event.key),
    )
    if (!hit) return
    event.preventDefault()
    tell({ kind: 'accelerator', id: hit.id })
  })

  const dark = matchMedia('(prefers-color-scheme: dark)')
  const contrast = matchMedia('(prefers-contrast: more)')
  const appearance = () => ({ isDark: dark.matches, isHighContrast: contrast.matches })
  const tellAppearance = () => tell({ kind: 'appearance', ...appearance() })
  dark.addEventListener('change', tellAppearance)
  contrast.addEventListener('change', tellAppearance)
  for (const name of ['focus', 'blur', 'resize']) {
    window.addEventListener(name, (event) => {
      if (event.target === window) tell({ kind: 'window', name })
    })
  }

  // The browser tells a page's first title only, and late.
  let title = ''
  const tellTitle = () => {
    if (document.title === title) return
    title = document.title
    tell({ kind: 'title', title })
  }
  document.addEventListener('DOMContentLoaded', () => {
    tellTitle()
    const changes = { subtree: true, childList: true, characterData: true }
    if (document.head) new MutationObserver(tellTitle).observe(document.head, changes)
  })

  tell({ kind: 'hello', token, url: location.href, hasFocus: document.hasFocus(), ...appearance() })

  const electron = Object.freeze({
    contextBridge: Object.freeze({ exposeInMainWorld: (key, api) => bridge.expose(key, api) }),
    ipcRenderer,
    // A browser does not tell where a file lies.
    webUtils: Object.freeze({ getPathForFile: () => '' }),
  })
  const requireModule = (name) => {
    if (name === 'electron' || name === 'electron/renderer' || name === 'electron/common') return electron
    throw new Error(`module not found: ${name}`)
  }
  const module = { exports: {} }
  const process = { ...options.process, type: 'renderer', sandboxed: true, contextIsolated: true }
  try {
    preload.call(module.exports, requireModule, module, module.exports, process, globalThis)
  } catch (error) {
    tell({ kind: 'preload-error', text: String(error?.stack ?? error) })
    console.error('Unable to load preload script', error)
  }
}
