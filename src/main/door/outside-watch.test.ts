import { rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { composeCore } from '../compose.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { testHost } from '../testing/test-host.ts'
import { plainTurns, threadText } from '../testing/thread-builder.ts'

const context = { signal: new AbortController().signal }

test('a thread from outside the workspace that changes, or goes away, is told', async () => {
  const told: unknown[] = []
  const core = await composeCore({
    dataDir: temporaryFolder(),
    resourcesDir: resolve(import.meta.dirname, '../../../resources'),
    host: testHost(),
    emit: (name, payload) => name === 'thread.changed' && told.push(payload),
  })
  onTestFinished(() => core.close())
  const thread = join(temporaryFolder(), 'outside.json')
  writeFileSync(thread, threadText(plainTurns(2)))
  await core.grantFiles([thread])
  await core.handlers['thread.open']({ thread }, context)
  writeFileSync(thread, threadText(plainTurns(3)))
  await vi.waitFor(() => expect(told).toContainEqual({ thread, kind: 'changed' }), { timeout: 15_000 })
  rmSync(thread)
  await vi.waitFor(() => expect(told).toContainEqual({ thread, kind: 'removed' }), { timeout: 15_000 })
}, 40_000)
