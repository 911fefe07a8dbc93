import type { Policy } from '../../shared/compact/policy.ts'
import type { ProviderSettings } from '../../shared/ipc/settings.ts'
import type { Skill } from '../prompts/skill-list.ts'
import type { Summarizer } from '../providers/summarizer.ts'
import type { ThreadContext } from './in-place/thread-context.ts'

/** What the compactor needs from outside its room. `compose.ts` and the command line fill it. */
export interface CompactorPorts {
  readonly now: () => Date
  readonly timeZone: string
  readonly newId: () => string
  /** Instructions typed for a source thread; kept in the app's own store, never in the source (C-15). */
  readonly instructions: {
    get(thread: string): string | null
    save(thread: string, text: string): void
  }
  readonly providers: () => Promise<readonly ProviderSettings[]>
  /** Opens a model behind a summarizer id; rejects with `no-key` or `not-found`. */
  readonly openSummarizer: (
    id: string,
    onRetry: (afterMs: number, code: string) => void,
  ) => Promise<Summarizer>
  /** Text of a file that a prompt includes; null = missing. Rejects for a path that may not be read. */
  readonly readInclude: (path: string) => Promise<string | null>
  /** Skills of the person, for `skills` variables that were not frozen (S-195). */
  readonly skills: () => Promise<readonly Skill[]>
  /** The policy that holds for a thread; absent = the default preset. */
  readonly policyOf?: (thread: string) => Policy
  /** Folder for copies of transcripts that lie anywhere; absent or null = beside the transcript. */
  readonly transcriptFolder?: () => string | null
  /** The thread's own context, for a checkpoint in the thread; absent or null = only copies are possible. */
  readonly openContext?: (thread: string) => Promise<ThreadContext | null>
}
