/** The invented project that `feature-design.json` works on: a file service called Quayside. */
export const PROJECT_FILES = {
  'src/config/limits.ts': `/** Limits of the file service. Sizes in bytes, times in milliseconds. */
export const limits = {
  maxFileBytes: 5 * 1024 * 1024 * 1024,
  requestTimeoutMs: 30_000,
} as const
`,
  'src/files/routes.ts': `import { Router } from '../http/router.ts'
import { requireUser } from '../http/session.ts'
import { saveFile } from './store.ts'

export const files = new Router('/api/files')

files.post('/', requireUser, async (request, reply) => {
  const file = await saveFile(request.user.id, request.body, request.headers['content-type'])
  // The desktop client parses this shape since version 2.3.
  reply.status(201).send({ id: file.id, name: file.name, size: file.size, url: file.url })
})
`,
  'src/files/store.ts': `import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { db } from '../db/client.ts'
import { newId } from '../ids.ts'

export async function saveFile(userId: string, body: NodeJS.ReadableStream, type: string) {
  const id = newId('file')
  const path = \`/var/lib/quayside/files/\${id}\`
  await pipeline(body, createWriteStream(path))
  return db.files.insert({ id, userId, path, type })
}
`,
  'src/uploads/missing-chunks.ts': `/** Indexes of chunks that have not arrived, in order. \`total\` counts all chunks. */
export function missingChunks(received: ReadonlySet<number>, total: number): number[] {
  const missing: number[] = []
  for (let index = 0; index < total - 1; index++) {
    if (!received.has(index)) missing.push(index)
  }
  return missing
}
`,
  'tests/uploads/resume.test.ts': `import { describe, expect, test } from 'vitest'
import { startServer, uploadInChunks } from './harness.ts'

describe('resume', () => {
  test('asks for every chunk that was lost', async () => {
    const server = await startServer()
    const upload = await uploadInChunks(server, { chunks: 9, drop: [2, 5, 8] })
    const state = await server.get(\`/api/uploads/\${upload.id}\`)
    expect(state.missing).toEqual([2, 5, 8])
  })
})
`,
  'src/ui/upload-panel.tsx': `import { useUpload } from './use-upload.ts'

export function UploadPanel({ id }: { id: string }) {
  const { sentBytes, totalBytes, state } = useUpload(id)
  const percent = state === 'retrying' ? 100 : Math.round((sentBytes / totalBytes) * 100)
  return (
    <section aria-label="Upload">
      <progress value={percent} max={100} />
      <p>{percent} %</p>
    </section>
  )
}
`,
  'src/db/client.ts': `import { Pool } from 'pg'

export const pool = new Pool({ max: 20, idleTimeoutMillis: 10_000 })
export const db = { files: new FileTable(pool) }
`,
  'docs/files.md': `# Files

\`POST /api/files\` stores one file and answers with its id, name, size and address.
Files may have up to 5 GiB. A broken connection means starting again.
`,
  'package.json': `{
  "name": "quayside",
  "type": "module",
  "scripts": { "test": "vitest run", "test:uploads": "vitest run tests/uploads", "migrate": "node scripts/migrate.ts" },
  "dependencies": { "pg": "8.16.0" },
  "devDependencies": { "vitest": "5.1.2", "typescript": "7.0.2" }
}
`,
}
