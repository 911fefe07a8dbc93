import type { MessagePort } from 'node:worker_threads'
import { threadIndexes } from '../threads/kept/index-folder.ts'
import { keptSources } from './file-source.ts'
import { openIndexForWriting, throwIndexAway } from './index-database.ts'
import { Indexer } from './indexer.ts'
import type { FromIndexer, IndexerStart, ToIndexer } from './indexer-messages.ts'

/** The indexer in a worker thread of its own. A bug or a broken index ends the thread; its starter decides what then. */
export function serveIndexer(port: MessagePort, { dataDir, isAnew }: IndexerStart): void {
  const tell = (message: FromIndexer) => port.postMessage(message)
  if (isAnew) throwIndexAway(dataDir)
  const db = openIndexForWriting(dataDir)
  const indexer = new Indexer({
    db,
    open: keptSources(threadIndexes(dataDir)),
    onProgress: (progress) => tell({ kind: 'progress', progress }),
    onTitled: (folders) => tell({ kind: 'titled', folders }),
    onBroken: (error) => {
      queueMicrotask(() => {
        throw error
      })
    },
  })
  tell({ kind: 'opened' })
  port.on('message', (message: ToIndexer) => {
    switch (message.kind) {
      case 'root':
        return indexer.setRoot(message.root)
      case 'outside':
        return indexer.addOutside(message.path)
      case 'look':
        return indexer.lookAgain(message.folders)
      case 'close':
        void indexer.close().then(() => {
          db.close()
          tell({ kind: 'closed' })
        })
    }
  })
}
