import { decode, encode } from '../codec.js'
import { hostEvent } from '../host-state.ts'
import { ipcMain } from './ipc-main.ts'

/** Who calls: the page that the browser named, never what the message claims. */
interface Caller {
  readonly id: number
  readonly mainFrame: object
  send(channel: string, ...values: unknown[]): void
}

function eventOf(caller: Caller): Electron.IpcMainInvokeEvent {
  const event = hostEvent({
    type: 'frame',
    sender: caller,
    senderFrame: caller.mainFrame,
    processId: 1,
    frameId: caller.id,
    ports: [],
    reply: (channel: string, ...values: unknown[]) => caller.send(channel, ...values),
  })
  // The host's own objects stand for Electron's towards the app.
  return event as unknown as Electron.IpcMainInvokeEvent
}

/** `encode` on the other side was given a list of arguments. */
function valuesOf(body: string): readonly unknown[] {
  return decode(body) as readonly unknown[]
}

/** `ipcRenderer.send`. */
export function deliver(caller: Caller, channel: string, body: string): void {
  ipcMain.emit(channel, eventOf(caller), ...valuesOf(body))
}

/** `ipcRenderer.invoke`: the encoded answer, or the text of Electron's error. */
export async function answer(
  caller: Caller,
  channel: string,
  body: string,
): Promise<{ readonly ok: boolean; readonly body: string }> {
  try {
    return { ok: true, body: encode(await ipcMain.answer(channel, eventOf(caller), valuesOf(body))) }
  } catch (error) {
    console.error(`Error occurred in handler for '${channel}':`, error)
    return { ok: false, body: `Error invoking remote method '${channel}': ${String(error)}` }
  }
}
