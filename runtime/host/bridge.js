// One end of the contextBridge; the page's world and the preload's world each run one. Both see the same
// `document`: dispatchEvent is synchronous, and the `detail` of a CustomEvent is structured-cloned when
// another world reads it, so a call can return its value at once. The event names hold a secret that the
// page cannot learn. Everything used later is captured now, before any script of the page runs.

/**
 * @param {{
 *   secret: string, mine: string, theirs: string,
 *   onExpose?: (key: string, api: unknown) => void,
 *   onOpen?: (request: { url: string, frameName: string, features: string, disposition: string }) => void,
 * }} options `mine` and `theirs` name the two ends
 */
export function makeBridge({ secret, mine, theirs, onExpose, onOpen }) {
  const bound = (method) => Function.prototype.call.bind(method)
  const { keys, freeze, defineProperty, prototype } = Object
  const { isArray } = Array
  const { isView } = ArrayBuffer
  const tagOf = bound(prototype.toString)
  const hasKey = bound(prototype.hasOwnProperty)
  const dispatch = bound(EventTarget.prototype.dispatchEvent)
  const listen = bound(EventTarget.prototype.addEventListener)
  const stopEvent = bound(Event.prototype.stopImmediatePropagation)
  const detailOf = bound(Object.getOwnPropertyDescriptor(CustomEvent.prototype, 'detail').get)
  const [mapGet, mapSet, mapDelete] = [
    bound(Map.prototype.get),
    bound(Map.prototype.set),
    bound(Map.prototype.delete),
  ]
  const then = bound(Promise.prototype.then)
  const register = bound(FinalizationRegistry.prototype.register)
  const applyTo = Reflect.apply
  const page = document
  const NewEvent = CustomEvent
  const NewPromise = Promise
  const NewError = Error
  const NewMap = Map
  const NewRegistry = FinalizationRegistry
  const text = String

  const functions = new NewMap()
  const promises = new NewMap()
  const answers = []
  let lastId = 0

  const post = (message) =>
    dispatch(page, new NewEvent(secret + theirs, { __proto__: null, detail: message }))
  const collected = new NewRegistry((id) => post({ kind: 'free', id }))
  const put = (target, key, value) =>
    defineProperty(target, key, {
      __proto__: null,
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    })

  const CLONED = [
    '[object Date]',
    '[object RegExp]',
    '[object Map]',
    '[object Set]',
    '[object ArrayBuffer]',
    '[object Blob]',
    '[object File]',
  ]
  const isCloned = (value) => {
    const tag = tagOf(value)
    for (let at = 0; at < CLONED.length; at += 1) if (CLONED[at] === tag) return true
    return false
  }

  const packAll = (values, depth) => {
    const out = []
    for (let at = 0; at < values.length; at += 1) put(out, at, pack(values[at], depth))
    return out
  }
  const packPromise = (promise) => {
    lastId += 1
    const id = lastId
    const settle = (ok) => (value) => {
      let node
      try {
        node = pack(value, 0)
      } catch (error) {
        ok = false
        node = pack(error, 0)
      }
      post({ kind: 'settle', id, ok, node })
    }
    then(promise, settle(true), settle(false))
    return ['promise', id]
  }
  const packRecord = (value, depth) => {
    const out = {}
    const names = keys(value)
    for (let at = 0; at < names.length; at += 1) put(out, names[at], pack(value[names[at]], depth))
    return ['object', out]
  }
  /** A value of this world -> something that survives structured clone. */
  function pack(value, depth) {
    if (depth > 1000) {
      throw new NewError(
        'Electron contextBridge recursion depth exceeded.  Nested objects deeper than 1000 are not supported.',
      )
    }
    if (typeof value === 'function') {
      lastId += 1
      mapSet(functions, lastId, value)
      return ['function', lastId]
    }
    if (typeof value === 'symbol') return ['value', undefined]
    if (value === null || typeof value !== 'object') return ['value', value]
    if (isArray(value)) return ['array', packAll(value, depth + 1)]
    if (isView(value) || isCloned(value)) return ['value', value]
    if (value instanceof NewPromise) return packPromise(value)
    if (value instanceof NewError)
      return ['error', text(value.name), text(value.message), text(value.stack ?? '')]
    return packRecord(value, depth + 1)
  }

  const unpackAll = (nodes, isFrozen) => {
    const out = []
    for (let at = 0; at < nodes.length; at += 1) put(out, at, unpack(nodes[at], isFrozen))
    return isFrozen ? freeze(out) : out
  }
  const unpackRecord = (nodes, isFrozen) => {
    const out = {}
    const names = keys(nodes)
    for (let at = 0; at < names.length; at += 1) put(out, names[at], unpack(nodes[names[at]], isFrozen))
    return isFrozen ? freeze(out) : out
  }
  const unpackError = (name, message, stack) => {
    const error = new NewError(message)
    const hidden = { __proto__: null, writable: true, enumerable: false, configurable: true }
    if (name !== 'Error') defineProperty(error, 'name', { __proto__: null, ...hidden, value: name })
    if (stack) defineProperty(error, 'stack', { __proto__: null, ...hidden, value: stack })
    return error
  }
  const unpackFunction = (id, isFrozen) => {
    const proxy = (...values) => {
      const before = answers.length
      post({ kind: 'call', id, nodes: packAll(values, 0) })
      // Nested calls have taken their own answers by now; the last one is ours.
      if (answers.length === before) throw new NewError('An object could not be cloned.')
      const answer = answers[answers.length - 1]
      answers.length = before
      if (!answer.ok) throw unpack(answer.node, false)
      return unpack(answer.node, false)
    }
    register(collected, proxy, id)
    return isFrozen ? freeze(proxy) : proxy
  }
  function unpack(node, isFrozen) {
    switch (node[0]) {
      case 'array':
        return unpackAll(node[1], isFrozen)
      case 'object':
        return unpackRecord(node[1], isFrozen)
      case 'error':
        return unpackError(node[1], node[2], node[3])
      case 'function':
        return unpackFunction(node[1], isFrozen)
      case 'promise':
        return new NewPromise((resolve, reject) => mapSet(promises, node[1], { resolve, reject }))
      default:
        return node[1]
    }
  }

  const answerCall = (message) => {
    const called = mapGet(functions, message.id)
    try {
      if (!called) throw new NewError('The function is gone.')
      post({
        kind: 'answer',
        ok: true,
        node: pack(applyTo(called, undefined, unpackAll(message.nodes, false)), 0),
      })
    } catch (error) {
      post({
        kind: 'answer',
        ok: false,
        node: pack(error instanceof NewError ? error : new NewError(text(error)), 0),
      })
    }
  }
  const settlePromise = (message) => {
    const waiting = mapGet(promises, message.id)
    mapDelete(promises, message.id)
    if (!waiting) return
    if (message.ok) waiting.resolve(unpack(message.node, false))
    else waiting.reject(unpack(message.node, false))
  }
  listen(page, secret + mine, (event) => {
    stopEvent(event)
    const message = detailOf(event)
    // What cannot be cloned arrives as null; the caller sees that no answer came.
    if (!message || !hasKey(message, 'kind')) return
    if (message.kind === 'call') answerCall(message)
    else if (message.kind === 'answer') put(answers, answers.length, message)
    else if (message.kind === 'settle') settlePromise(message)
    else if (message.kind === 'free') mapDelete(functions, message.id)
    else if (message.kind === 'open') onOpen?.(message.request)
    else if (message.kind === 'expose') onExpose?.(message.key, unpack(message.node, true))
  })

  return {
    expose: (key, api) => post({ kind: 'expose', key, node: pack(api, 0) }),
    open: (request) => post({ kind: 'open', request }),
  }
}
