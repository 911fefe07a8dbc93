import { EventEmitter } from 'node:events'

/** Names that engines, test tools and `await` look up on any object; absent everywhere, never an error. */
const LOOKED_UP_BY_TOOLS = new Set([
  'then',
  'toJSON',
  'asymmetricMatch',
  '$$typeof',
  'nodeType',
  'domain',
  'href',
  'protocol',
])

/**
 * A prototype under which a missing member is an error with its name instead of `undefined`, so that a
 * use of Electron that the host lacks is found at the line that makes it. Members found before it, and
 * assignments by tests, are untouched.
 */
function guardPrototype(name: string, base: object): object {
  return new Proxy(base, {
    get(target, key, receiver) {
      if (typeof key === 'symbol' || Reflect.has(target, key) || LOOKED_UP_BY_TOOLS.has(key)) {
        return Reflect.get(target, key, receiver)
      }
      throw new Error(`${name}.${key} is not provided by the Chromium host`)
    },
  })
}

/** The module object itself, guarded. */
export function guarded<T extends object>(name: string, members: T): T {
  return Object.setPrototypeOf(members, guardPrototype(name, Object.prototype))
}

/**
 * An emitter that refuses listeners for events it never sends, where Electron would wait in silence.
 * Call `guardClass` on every class made from it.
 */
export class HostEmitter extends EventEmitter {
  readonly #name: string
  readonly #events: ReadonlySet<string>

  constructor(name: string, events: readonly string[]) {
    super()
    this.#name = name
    this.#events = new Set(events)
    this.setMaxListeners(0)
  }

  #check(event: string | symbol): void {
    if (typeof event === 'symbol' || event === 'newListener' || event === 'removeListener') return
    if (!this.#events.has(event)) {
      throw new Error(`${this.#name} never emits '${event}' in the Chromium host`)
    }
  }

  override on(event: string | symbol, listener: (...args: never[]) => void): this {
    this.#check(event)
    return super.on(event, listener as (...args: unknown[]) => void)
  }

  override once(event: string | symbol, listener: (...args: never[]) => void): this {
    this.#check(event)
    return super.once(event, listener as (...args: unknown[]) => void)
  }

  override addListener(event: string | symbol, listener: (...args: never[]) => void): this {
    return this.on(event, listener)
  }

  override prependListener(event: string | symbol, listener: (...args: never[]) => void): this {
    this.#check(event)
    return super.prependListener(event, listener as (...args: unknown[]) => void)
  }
}

/** Puts the guard between a class and its parent: a member that neither has throws when read. */
export function guardClass(name: string, type: { readonly prototype: object }): void {
  const parent: object = Object.getPrototypeOf(type.prototype)
  Object.setPrototypeOf(type.prototype, guardPrototype(name, parent))
}
