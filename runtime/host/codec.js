// IPC values <-> text. Node imports this file; the isolated world gets its text, so it stands alone and
// uses nothing but what both have. The reach is that of structured clone, as Electron's IPC has it:
// plain data, Date, RegExp, Map, Set, BigInt, ArrayBuffer and its views, Error; shared and circular
// references keep their identity; functions, symbols, promises and DOM nodes are refused.

const CLONE_ERROR = 'An object could not be cloned.'

/**
 * @param {unknown} value
 * @returns {string} JSON; a `$` key marks what JSON cannot say
 * @throws {Error} "An object could not be cloned."
 */
export function encode(value) {
  /** @type {Map<object, number>} */
  const seen = new Map()
  const toBase64 = (bytes) => {
    if (bytes.toBase64) return bytes.toBase64()
    let text = ''
    for (let at = 0; at < bytes.length; at += 0x8000) {
      text += String.fromCharCode.apply(null, bytes.subarray(at, at + 0x8000))
    }
    return btoa(text)
  }
  const fail = () => {
    throw new Error(CLONE_ERROR)
  }
  const number = (v) =>
    Number.isFinite(v) && !Object.is(v, -0) ? v : { $: ['n', Object.is(v, -0) ? '-0' : `${v}`] }
  const view = (v) => {
    const isNodeBuffer = typeof Buffer === 'function' && v instanceof Buffer
    const bytes = new Uint8Array(v.buffer, v.byteOffset, v.byteLength)
    return { $: ['v', isNodeBuffer ? 'Uint8Array' : v.constructor.name, toBase64(bytes)] }
  }
  const record = (v) => {
    const out = Object.create(null)
    for (const key of Object.keys(v)) out[key] = walk(v[key])
    return '$' in out ? { $: ['o', out] } : out
  }
  const error = (v) => {
    const cause = 'cause' in v ? [walk(v.cause)] : []
    return { $: ['e', String(v.name), String(v.message), String(v.stack ?? ''), ...cause] }
  }
  const object = (v) => {
    if (Array.isArray(v)) return Array.from(v, walk)
    if (ArrayBuffer.isView(v)) return view(v)
    switch (Object.prototype.toString.call(v)) {
      case '[object Date]':
        return { $: ['d', v.getTime()] }
      case '[object RegExp]':
        return { $: ['r', v.source, v.flags] }
      case '[object Map]':
        return { $: ['m', Array.from(v, (pair) => [walk(pair[0]), walk(pair[1])])] }
      case '[object Set]':
        return { $: ['s', Array.from(v, walk)] }
      case '[object ArrayBuffer]':
        return { $: ['ab', toBase64(new Uint8Array(v))] }
      case '[object Error]':
        return error(v)
      case '[object Promise]':
      case '[object WeakMap]':
      case '[object WeakSet]':
      case '[object WeakRef]':
        return fail()
    }
    if (v instanceof Error) return error(v)
    if (typeof Node === 'function' && v instanceof Node) return fail()
    return record(v)
  }
  const walk = (v) => {
    switch (typeof v) {
      case 'string':
      case 'boolean':
        return v
      case 'number':
        return number(v)
      case 'undefined':
        return { $: ['u'] }
      case 'bigint':
        return { $: ['b', String(v)] }
      case 'function':
      case 'symbol':
        return fail()
    }
    if (v === null) return null
    const known = seen.get(v)
    if (known !== undefined) return { $: ['ref', known] }
    seen.set(v, seen.size)
    return object(v)
  }
  return JSON.stringify(walk(value))
}

/**
 * The inverse of `encode`.
 * @param {string} text
 * @returns {unknown}
 */
export function decode(text) {
  // Objects in the order in which `encode` met them; references name this index.
  const met = []
  const keep = (v) => {
    met.push(v)
    return v
  }
  const fromBase64 = (base64) => {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64)
    const binary = atob(base64)
    const bytes = new Uint8Array(binary.length)
    for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at)
    return bytes
  }
  const fill = (out, from) => {
    for (const key of Object.keys(from)) {
      // Defined, not assigned: a key named __proto__ is data here.
      Object.defineProperty(out, key, {
        value: walk(from[key]),
        writable: true,
        enumerable: true,
        configurable: true,
      })
    }
    return out
  }
  const error = (name, message, stack, cause) => {
    const types = { EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError }
    const out = keep(new (Object.hasOwn(types, name) ? types[name] : Error)(message))
    if (stack) Object.defineProperty(out, 'stack', { value: stack, writable: true, configurable: true })
    if (cause !== undefined) {
      Object.defineProperty(out, 'cause', { value: walk(cause), writable: true, configurable: true })
    }
    return out
  }
  const map = (pairs) => {
    const out = keep(new Map())
    for (const pair of pairs) {
      const key = walk(pair[0])
      out.set(key, walk(pair[1]))
    }
    return out
  }
  const set = (values) => {
    const out = keep(new Set())
    for (const value of values) out.add(walk(value))
    return out
  }
  const view = (name, base64) => {
    const bytes = fromBase64(base64)
    const type = globalThis[name]
    if (type === Uint8Array) return keep(bytes)
    return keep(new type(bytes.buffer, 0, bytes.byteLength / (type.BYTES_PER_ELEMENT ?? 1)))
  }
  const marked = (mark) => {
    switch (mark[0]) {
      case 'u':
        return undefined
      case 'n':
        return Number(mark[1])
      case 'b':
        return BigInt(mark[1])
      case 'ref':
        return met[mark[1]]
      case 'd':
        return keep(new Date(mark[1] ?? Number.NaN))
      case 'r':
        return keep(new RegExp(mark[1], mark[2]))
      case 'm':
        return map(mark[1])
      case 's':
        return set(mark[1])
      case 'ab':
        return keep(fromBase64(mark[1]).buffer)
      case 'v':
        return view(mark[1], mark[2])
      case 'e':
        return error(mark[1], mark[2], mark[3], mark[4])
      default:
        return fill(keep({}), mark[1])
    }
  }
  const walk = (v) => {
    if (v === null || typeof v !== 'object') return v
    if (Array.isArray(v)) {
      const out = keep([])
      for (const item of v) out.push(walk(item))
      return out
    }
    return Array.isArray(v.$) ? marked(v.$) : fill(keep({}), v)
  }
  return walk(JSON.parse(text))
}
