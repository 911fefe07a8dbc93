import { parentPort, workerData } from 'node:worker_threads'
import { type CoreStart, serveCore } from '../rpc/core-line.ts'
import { composeTestCore } from './test-core.ts'

if (parentPort === null) throw new Error('runs in a worker thread only')
await serveCore(parentPort, workerData as CoreStart, composeTestCore)
