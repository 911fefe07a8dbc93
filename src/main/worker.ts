import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { jointTable } from './compaction/tokens/cost-table.ts'
import { composeCore } from './compose.ts'
import { serveCore } from './rpc/core-line.ts'

const start = z
  .object({
    dataDir: z.string().min(1),
    resourcesDir: z.string().min(1),
    isRestart: z.boolean().default(false),
  })
  .parse(workerData)

if (parentPort === null) throw new Error('worker.ts runs in a worker thread only')

// A core that cannot be built ends the worker: the shell then tells the person why.
await serveCore(parentPort, start, composeCore, {
  // The build puts both workers side by side.
  libraryScript: new URL('library-worker.js', import.meta.url),
})

// The first count of tokens unpacks it: better now, while the window is still made, than with the first thread.
setImmediate(jointTable)
