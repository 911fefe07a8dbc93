const { contextBridge, ipcRenderer } = require('electron')

contextBridge.exposeInMainWorld('test', {
  platform: process.platform,
  invoke: (channel, ...values) => ipcRenderer.invoke(channel, ...values),
  onTick(listener) {
    const forward = (_event, count, at) => listener(count, at)
    ipcRenderer.on('tick', forward)
    return () => ipcRenderer.off('tick', forward)
  },
  upper: (text) => text.toUpperCase(),
  same: (value) => value,
  later: async (value) => value,
  fails() {
    throw new RangeError('too far')
  },
  rejects: async () => {
    throw new Error('not today')
  },
  callBack: (listener, ...values) => listener(...values),
  nested: { list: [1, { deep: true }], version: process.versions.node },
  hasNode: () => [typeof globalThis.require, typeof globalThis.process, typeof globalThis.Buffer].join(),
})
