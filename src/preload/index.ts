import { contextBridge, type IpcRendererEvent, ipcRenderer, webUtils } from 'electron'
import type { Bridge, StreamMessage } from '../shared/ipc/bridge.ts'
import { CHANNELS } from '../shared/ipc/channels.ts'
import { type DropTarget, listenForDrops } from './dropped-files.ts'
import { createPreloadBridge } from './preload-bridge.ts'

const bridge: Bridge = createPreloadBridge({
  invoke: (route, input) => ipcRenderer.invoke(CHANNELS.request, route, input),
  startStream: (id, route, input) => ipcRenderer.send(CHANNELS.stream, id, route, input),
  cancelStream: (id) => ipcRenderer.send(CHANNELS.cancel, id),
  onMessage: (listener) =>
    ipcRenderer.on(
      CHANNELS.message,
      (_event: IpcRendererEvent, id: string, message: StreamMessage<unknown>) => listener(id, message),
    ),
  onEvent: (listener) =>
    ipcRenderer.on(CHANNELS.event, (_event: IpcRendererEvent, name: string, payload: unknown) =>
      listener(name, payload),
    ),
})

ipcRenderer.send(CHANNELS.page)
// Safe: a preload runs in a window; this project has no DOM types.
listenForDrops(
  globalThis as unknown as DropTarget,
  (file) => webUtils.getPathForFile(file),
  (paths) => ipcRenderer.send(CHANNELS.dropped, paths),
)
contextBridge.exposeInMainWorld('palimpsest', bridge)
