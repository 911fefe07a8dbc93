import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PRESETS } from '../compaction/policy/presets.ts'
import { checkRequest } from '../compaction/request/check-request.ts'
import { compactorPorts } from '../testing/compactor-ports.ts'
import { samplesFolder } from '../testing/samples.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openThread, openThreads } from '../threads/open-thread.ts'
import type { ThreadFile } from '../threads/thread-file.ts'
import { Compactor } from './compactor.ts'
import { readNextRequest } from './in-place/next-request.ts'
import { requestBody, requestSource, requestTarget, requestWindow } from './in-place/request-body.ts'

const folder = samplesFolder()

/** Threads of one file that are compacted; every one is read to its end. */
const COMPACTED = 12

/** Files that hold no conversation, and what is said of them. */
const REFUSED: Readonly<Record<string, string>> = {
  'edge/empty.jsonl': 'file-empty',
  'edge/not-a-thread.json': 'file-not-thread',
}

/** Files that belong to a transcript which is opened as a folder or by another file. */
const PARTS =
  /^(opencode\/storage-v2|openhands\/v1-conversation)\/.|^cline\/.*(task_metadata|ui_messages|sdk-session\/session)\.json$/

function samples(): readonly string[] {
  if (folder === null) return []
  const known: object = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'))
  return Object.keys(known).filter((name) => !PARTS.test(name))
}

/** Every request a thread may lead to is one that its protocol takes. */
async function expectValidRequests(file: ThreadFile): Promise<void> {
  const policy = PRESETS['ratio-75']
  const next = await readNextRequest(file, {
    policy,
    window: requestWindow(64_000, policy),
    now: new Date('2026-03-04T05:06:07Z'),
    timeZone: 'UTC',
    signal: AbortSignal.timeout(60_000),
  })
  for (const protocol of ['openai-chat', 'openai-responses', 'anthropic'] as const) {
    const target = requestTarget(file, next.facts, { protocol, model: 'm' })
    const body = requestBody(requestSource(file, next), target)
    expect({ protocol, problems: checkRequest(protocol, body) }).toEqual({ protocol, problems: [] })
  }
}

/** Path of the copy; null when the thread has nothing to compact or would not get smaller. */
async function compact(file: ThreadFile, out: string): Promise<string | null> {
  const compactor = new Compactor(
    compactorPorts({ newId: () => crypto.randomUUID(), transcriptFolder: () => out }),
  )
  try {
    const preview = await compactor.start(
      file.path,
      file,
      {
        keepTurns: 1,
        instructions: '',
        summarizerId: 'built-in',
        detail: 'short',
        language: 'same',
        budgetChars: 4_000,
      },
      () => undefined,
      AbortSignal.timeout(60_000),
    )
    const outcome = await compactor.apply(preview.previewId, null)
    if (outcome.kind === 'written') return outcome.path
    expect(outcome).toEqual({ kind: 'blocked', blocks: ['no-shrink'] })
    return null
  } catch (error) {
    expect(error).toMatchObject({ code: 'nothing-to-compact' })
    return null
  }
}

describe.skipIf(folder === null)('transcripts of other tools', () => {
  const before = new Map(samples().map((name) => [name, stateOf(name)]))

  test.each(samples())(
    '%s opens, is read to its end, compacts, and leads to valid requests',
    {
      timeout: 240_000,
    },
    async (name) => {
      const path = join(folder ?? '', name)
      const refusal = REFUSED[name]
      if (refusal !== undefined) {
        await expect(openThreads(path)).rejects.toMatchObject({ code: refusal })
        return
      }
      const files = await openThreads(path)
      expect(files.length).toBeGreaterThan(0)
      for (const [at, file] of files.entries()) {
        for (let index = 0; index < file.count; index += 1) expect(file.readRecord(index).problem).toBeNull()
        expect(file.tokens).toHaveLength(file.count)
        if (at >= COMPACTED) continue
        await expectValidRequests(file)
        const copyPath = await compact(file, temporaryFolder())
        if (copyPath === null) continue
        const copy = await openThread(copyPath)
        expect(copy.foreign).toBeNull()
        expect(copy.layout.checkpointIndex).not.toBeNull()
        await expectValidRequests(copy)
        copy.close()
      }
      for (const file of files) file.close()
      expect(stateOf(name)).toBe(before.get(name))
    },
  )
})

/** Bytes of a sample, or the names and sizes in its folder. */
function stateOf(name: string): string {
  const path = join(folder ?? '', name)
  if (!name.endsWith('/')) return readFileSync(path).toString('base64')
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((one) => `${one}`)
    .join('\n')
}
