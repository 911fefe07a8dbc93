import type { Readable, Writable } from 'node:stream'
import type { Answers, Commands, Events } from './protocol.ts'

interface Pending {
  readonly method: string
  readonly resolve: (value: unknown) => void
  readonly reject: (reason: Error) => void
}

interface Incoming {
  readonly id?: number
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: { readonly message: string }
  readonly sessionId?: string
}

type Listener = (params: never) => void

/** Events of the browser itself, as opposed to those of one page. */
const BROWSER = ''

/**
 * One DevTools connection over the two file descriptors of `--remote-debugging-pipe`.
 * Messages are JSON, each ended by a NUL byte. When the pipe closes, every open call rejects.
 */
export class Cdp {
  readonly #output: Writable
  readonly #pending = new Map<number, Pending>()
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #closeListeners = new Set<() => void>()
  #chunks: Buffer[] = []
  #lastId = 0
  #isClosed = false

  constructor(output: Writable, input: Readable) {
    this.#output = output
    input.on('data', (chunk: Buffer) => this.#read(chunk))
    input.on('close', () => this.#close())
    input.on('error', () => this.#close())
    output.on('error', () => this.#close())
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Rejects with `METHOD: reason`; without `sessionId` the browser itself answers. */
  send<M extends keyof Commands & keyof Answers>(
    method: M,
    params?: Commands[M],
    sessionId?: string,
  ): Promise<Answers[M]> {
    if (this.#isClosed) return Promise.reject(new Error(`${method}: the browser is gone`))
    this.#lastId += 1
    const id = this.#lastId
    const session = sessionId === undefined ? {} : { sessionId }
    return new Promise((resolve, reject) => {
      // The protocol's own definition says which answer belongs to which method.
      this.#pending.set(id, { method, resolve: resolve as (value: unknown) => void, reject })
      this.#output.write(`${JSON.stringify({ id, method, params: params ?? {}, ...session })}\0`)
    })
  }

  /** Returns the function that stops listening. */
  on<E extends keyof Events>(
    event: E,
    listener: (params: Events[E]) => void,
    sessionId: string = BROWSER,
  ): () => void {
    const key = `${sessionId}:${event}`
    const known = this.#listeners.get(key) ?? new Set()
    known.add(listener as Listener)
    this.#listeners.set(key, known)
    return () => known.delete(listener as Listener)
  }

  onClose(listener: () => void): void {
    this.#closeListeners.add(listener)
  }

  /** Forgets the listeners of a session that has ended. */
  dropSession(sessionId: string): void {
    for (const key of this.#listeners.keys()) {
      if (key.startsWith(`${sessionId}:`)) this.#listeners.delete(key)
    }
  }

  #read(chunk: Buffer): void {
    let start = 0
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      this.#chunks.push(chunk.subarray(start, end))
      const text = Buffer.concat(this.#chunks).toString('utf8')
      this.#chunks = []
      start = end + 1
      // The browser is the only writer of this pipe, and its messages have this shape.
      this.#dispatch(JSON.parse(text) as Incoming)
    }
    if (start < chunk.length) this.#chunks.push(chunk.subarray(start))
  }

  #dispatch(message: Incoming): void {
    if (message.id !== undefined) {
      const pending = this.#pending.get(message.id)
      this.#pending.delete(message.id)
      if (message.error) pending?.reject(new Error(`${pending.method}: ${message.error.message}`))
      else pending?.resolve(message.result)
      return
    }
    const known = this.#listeners.get(`${message.sessionId ?? BROWSER}:${message.method}`)
    // A listener may remove itself or others while the event is handed out.
    for (const listener of [...(known ?? [])]) listener(message.params as never)
  }

  #close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    for (const pending of this.#pending.values()) {
      pending.reject(new Error(`${pending.method}: the browser is gone`))
    }
    this.#pending.clear()
    for (const listener of this.#closeListeners) listener()
  }
}
