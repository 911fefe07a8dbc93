import { EventEmitter } from 'node:events'
import { guardClass } from '../guard.ts'

export type InvokeHandler = (event: Electron.IpcMainInvokeEvent, ...values: never[]) => unknown

/** Channels are the app's own words, so unlike other modules this one takes any event name. */
export class IpcMain extends EventEmitter {
  readonly #handlers = new Map<string, InvokeHandler>()

  handle(channel: string, handler: InvokeHandler): void {
    if (this.#handlers.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`)
    }
    if (typeof handler !== 'function')
      throw new TypeError(`Expected handler to be a function, but found type '${typeof handler}'`)
    this.#handlers.set(channel, handler)
  }

  handleOnce(channel: string, handler: InvokeHandler): void {
    this.handle(channel, (event, ...values) => {
      this.removeHandler(channel)
      return handler(event, ...values)
    })
  }

  removeHandler(channel: string): void {
    this.#handlers.delete(channel)
  }

  /** The value to answer with; rejects as the handler does, or when there is none. */
  async answer(
    channel: string,
    event: Electron.IpcMainInvokeEvent,
    values: readonly unknown[],
  ): Promise<unknown> {
    const handler = this.#handlers.get(channel)
    if (!handler) throw new Error(`No handler registered for '${channel}'`)
    // The page's values are unknown until the handler parses them.
    return handler(event, ...(values as never[]))
  }
}
guardClass('ipcMain', IpcMain)

export const ipcMain = new IpcMain().setMaxListeners(0)
