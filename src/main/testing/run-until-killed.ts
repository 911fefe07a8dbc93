import { resolve } from 'node:path'
import { composeCore } from '../compose.ts'
import { testHost } from './test-host.ts'

/** Run as a process of its own: opens a workspace, sends one message and lives until it is killed. */
const [dataDir = '', root = '', url = '', text = ''] = process.argv.slice(2)
const { signal } = new AbortController()
const { handlers } = await composeCore({
  dataDir,
  resourcesDir: resolve(import.meta.dirname, '../../../resources'),
  host: testHost({ chooseFolder: async () => root, getSecret: async () => 'key-1' }),
  emit: () => undefined,
})
await handlers['workspace.choose'](undefined, { signal })
await handlers['provider.save'](
  { id: 'p', kind: 'openai-chat', name: 'Scripted', baseUrl: url, model: 'scripted-1', windowTokens: 64_000 },
  { signal },
)
await handlers['turn.send']({ thread: 'work.json', text }, { signal })
setInterval(() => undefined, 1_000)
