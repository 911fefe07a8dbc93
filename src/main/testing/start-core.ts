import { resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import type { CompactOptions } from '../../shared/compact/plan.ts'
import type { Preview, PreviewFrame } from '../../shared/compact/preview.ts'
import type { AppEvents, EventName } from '../../shared/ipc/events.ts'
import type { Handlers } from '../../shared/ipc/handlers.ts'
import { composeCore } from '../compose.ts'
import type { CoreEnvironment, HostPort } from '../ports.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { testHost } from './test-host.ts'

/** A context of a request that nobody cancels. */
export const context: { readonly signal: AbortSignal } = { signal: new AbortController().signal }

/** What the wizard would send for the built-in summarizer. */
export const COMPACT_OPTIONS: CompactOptions = {
  keepTurns: 3,
  instructions: '',
  summarizerId: 'built-in',
  detail: 'standard',
  language: 'same',
  budgetChars: null,
}

/** The whole core over real files and a real database, with a workspace open at `root`. */
export async function startWorkspace(
  root: string,
  host: Partial<HostPort> = {},
  more: Partial<Pick<CoreEnvironment, 'libraryScript' | 'importWatch' | 'dataDir'>> = {},
) {
  const events: { name: EventName; payload: AppEvents[EventName] }[] = []
  const core = await composeCore({
    dataDir: temporaryFolder(),
    resourcesDir: resolve(import.meta.dirname, '../../../resources'),
    host: testHost({ chooseFolder: async () => root, ...host }),
    emit: (name, payload) => events.push({ name, payload }),
    ...more,
  })
  onTestFinished(() => core.close())
  await core.handlers['workspace.choose'](undefined, context)
  return { core, handlers: core.handlers, events }
}

/** Runs `compact.start` to its end and gives the preview. */
export async function previewOf(
  handlers: Handlers,
  thread: string,
  options: Partial<CompactOptions> = {},
  onFrame: (frame: PreviewFrame) => void = () => undefined,
  signal: AbortSignal = context.signal,
): Promise<Preview> {
  let preview: Preview | null = null
  await handlers['compact.start'](
    { thread, options: { ...COMPACT_OPTIONS, ...options } },
    (frame) => {
      onFrame(frame)
      if (frame.kind === 'preview') preview = frame.preview
    },
    { signal },
  )
  if (preview === null) throw new Error('no preview came')
  return preview
}
