import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { serveIndexer } from './library/serve-indexer.ts'

const start = z.object({ dataDir: z.string().min(1), isAnew: z.boolean() }).parse(workerData)

if (parentPort === null) throw new Error('library-worker.ts runs in a worker thread only')

serveIndexer(parentPort, start)
