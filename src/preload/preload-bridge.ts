import type { Answer, Bridge, StreamMessage } from '../shared/ipc/bridge.ts'

/** What the bridge needs of Electron. Event objects end here. */
export interface PreloadIpc {
  invoke(route: string, input: unknown): Promise<unknown>
  startStream(id: string, route: string, input: unknown): void
  cancelStream(id: string): void
  onMessage(listener: (id: string, message: StreamMessage<unknown>) => void): void
  onEvent(listener: (name: string, payload: unknown) => void): void
}

const MAX_KEPT_COMMANDS = 50

/** The three functions of `window.palimpsest`. */
export function createPreloadBridge(ipc: PreloadIpc): Bridge {
  const streams = new Map<string, (message: StreamMessage<unknown>) => void>()
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  // A command (a file to open) may come before the page listens for commands. It waits for the first listener.
  let commands: unknown[] = []
  let nextId = 0

  ipc.onMessage((id, message) => {
    const listener = streams.get(id)
    if (message.kind !== 'frames') streams.delete(id)
    listener?.(message)
  })
  ipc.onEvent((name, payload) => {
    const known = listeners.get(name)
    if (known !== undefined && known.size > 0) for (const listener of [...known]) listener(payload)
    else if (name === 'app.command') commands = [...commands, payload].slice(-MAX_KEPT_COMMANDS)
  })

  return {
    async request(route, input) {
      // Safe: main answers with nothing but `Answer`.
      return (await ipc.invoke(route, input)) as Answer<unknown>
    },
    on(event, listener) {
      const known = listeners.get(event) ?? new Set()
      listeners.set(event, known)
      // A function of its own per subscription: the same listener may be given twice.
      const own = (payload: unknown): void => {
        // Safe: main sends each event with its own payload type.
        listener(payload as Parameters<typeof listener>[0])
      }
      known.add(own)
      if (event === 'app.command' && commands.length > 0) {
        // A moment later, so that a page that is just setting itself up has all its handlers.
        setTimeout(() => {
          if (!known.has(own)) return
          for (const command of commands.splice(0)) own(command)
        })
      }
      return () => {
        known.delete(own)
      }
    },
    stream(route, input, listener) {
      const id = `s${nextId++}`
      streams.set(id, listener)
      ipc.startStream(id, route, input)
      return () => {
        if (streams.has(id)) ipc.cancelStream(id)
      }
    },
  }
}
