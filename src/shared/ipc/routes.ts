import { z } from 'zod'
import type { ContextReport } from '../compact/context.ts'
import type { CompactionOutcome } from '../compact/event.ts'
import type { CompactPlan } from '../compact/plan.ts'
import type { Policy } from '../compact/policy.ts'
import type { ApplyOutcome, Preview, PreviewFrame, ProjectionItem } from '../compact/preview.ts'
import type { RowPage } from '../thread/row.ts'
import { agentRoutes } from './agent-routes.ts'
import { checkpointRoutes } from './checkpoint-routes.ts'
import { exportRoutes } from './export-routes.ts'
import { importRoutes } from './import-routes.ts'
import type { AppNotice } from './notices.ts'
import { policySchema } from './policy-schema.ts'
import { route, stream, type TypeMark, type } from './route.ts'
import { searchRoutes } from './search-routes.ts'
import { sectionKey } from './section-key-schema.ts'
import type { ProviderSettings, ProviderTest, Settings } from './settings.ts'
import type { CallBody, ThreadOpening } from './thread.ts'
import type { ActivityEntry, SendOutcome, ThreadProvider, TurnNow } from './turn.ts'
import type { Draft, TabState, ThreadTitle, TreeEntry, Workspace } from './workspace.ts'

const none = z.undefined()
const thread = z.string().min(1).max(4096)
const path = z.string().max(4096)
const name = z.string().min(1).max(400)
const index = z.int().min(0)
const previewId = z.string().min(1).max(100)

const place = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('part'), index, part: index }),
  z.object({ kind: z.literal('thinking'), index }),
  z.object({ kind: z.literal('arguments'), index, call: index }),
  z.object({ kind: z.literal('output'), index, call: index, part: index }),
  z.object({ kind: z.literal('system') }),
])

const wizardReductions = z
  .array(z.enum(['collapse', 'truncate-arguments', 'microcompact']))
  .max(3)
  .readonly()

const compactOptions = z.object({
  keepTurns: z.int().min(1),
  fromIndex: index.nullable().optional(),
  instructions: z.string().max(20_000),
  summarizerId: z.string().min(1).max(200),
  detail: z.enum(['short', 'standard', 'detailed']),
  language: z.string().min(2).max(35),
  budgetChars: z.int().min(500).max(200_000).nullable(),
  result: z.enum(['copy', 'thread']).optional(),
  reductions: wizardReductions.optional(),
})

const settingsPatch = z
  .object({
    language: z.enum(['system', 'en', 'zh-CN']),
    theme: z.enum(['system', 'light', 'dark', 'high-contrast']),
    textSizePx: z.union([z.literal(14), z.literal(15), z.literal(16), z.literal(17), z.literal(18)]),
    sidebarWidthPx: z.int().min(220).max(420),
    isSidebarOpen: z.boolean(),
    skipIntroduction: z.boolean(),
    defaultSummarizer: z.string().min(1).max(200),
    observation: z.object({ isOn: z.boolean(), port: z.int().min(1024).max(65_535) }),
    instructionPresets: z
      .array(z.object({ name: z.string().min(1).max(60), text: z.string().min(1).max(20_000) }))
      .max(50)
      .readonly(),
    redactionPatterns: z.array(z.string().max(200)).max(100).readonly(),
  })
  .partial()
  .strict()

const provider = z.object({
  id: z
    .string()
    .min(1)
    .max(60)
    .regex(/^[a-z0-9-]+$/),
  kind: z.enum(['openai-chat', 'openai-responses', 'anthropic']),
  name: z.string().min(1).max(80),
  baseUrl: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]),
  model: z.string().max(200),
  windowTokens: z.int().min(1000).max(100_000_000).nullable(),
  summaryStyle: z.enum(['separate', 'agent-shaped']).optional(),
})

const tabs = z.object({
  tabs: z
    .array(
      z.object({
        thread,
        isPinned: z.boolean(),
        position: z.object({ index, offsetPx: z.number() }).nullable(),
      }),
    )
    .max(200),
  active: z.int().min(-1),
})

const id = z.string().min(1).max(200)
/**
 * Everything the renderer can ask, in one list. Inputs are parsed at the door; outputs and frames are typed
 * only, since main is trusted.
 */
export const routes = {
  /** What was found wrong at the start, for one quiet notice each; empty = nothing. */
  'app.notices': route({ input: none, output: type<readonly AppNotice[]>() }),

  'settings.get': route({ input: none, output: type<Settings>() }),
  'settings.set': route({ input: settingsPatch, output: type<Settings>() }),

  'workspace.get': route({ input: none, output: type<Workspace | null>() }),
  /** Shows the folder dialog; null = the person closed it. */
  'workspace.choose': route({ input: none, output: type<Workspace | null>() }),
  'workspace.openSample': route({ input: none, output: type<Workspace>() }),
  /** Children of one folder ('' = root), folders first. */
  'workspace.list': route({ input: z.object({ folder: path }), output: type<readonly TreeEntry[]>() }),
  /** Titles of the threads of one folder that the index knows; none are read from files. */
  'workspace.titles': route({ input: z.object({ folder: path }), output: type<readonly ThreadTitle[]>() }),
  'workspace.createThread': route({ input: z.object({ folder: path, name }), output: type<TreeEntry>() }),
  'workspace.createFolder': route({ input: z.object({ folder: path, name }), output: type<TreeEntry>() }),
  'workspace.rename': route({ input: z.object({ path, name }), output: type<TreeEntry>() }),
  'workspace.duplicate': route({ input: z.object({ path }), output: type<TreeEntry>() }),
  'workspace.move': route({ input: z.object({ path, folder: path }), output: type<TreeEntry>() }),
  'workspace.trash': route({ input: z.object({ path }), output: type<null>() }),
  'workspace.reveal': route({ input: z.object({ path }), output: type<null>() }),
  /** Shows the file dialog; the chosen files may then be opened by their absolute path. */
  'workspace.openFile': route({ input: none, output: type<readonly string[]>() }),

  'tabs.get': route({ input: none, output: type<TabState>() }),
  'tabs.save': route({ input: tabs, output: type<null>() }),
  'draft.get': route({ input: z.object({ thread }), output: type<Draft>() }),
  'draft.save': route({ input: z.object({ thread, text: z.string().max(1_000_000) }), output: type<null>() }),

  'thread.open': route({ input: z.object({ thread }), output: type<ThreadOpening>() }),
  /** Nothing shows this thread any more: what is still being read of it is not needed. */
  'thread.close': route({ input: z.object({ thread }), output: type<null>() }),
  /** A native thread in the workspace with all that a transcript holds; it can be written to. */
  'thread.continue': route({ input: z.object({ thread }), output: type<{ readonly thread: string }>() }),
  /**
   * The thread a compacted copy was made from, by name or by its bytes; with `isFirst` the one that the first of all
   * its copies was made from, as far back as they are there. Null = not beside the copy any more.
   */
  'thread.original': route({
    input: z.object({ thread, isFirst: z.boolean().optional() }),
    output: type<string | null>(),
  }),
  'thread.page': route({
    input: z.object({ thread, from: index, limit: z.int().min(1).max(200) }),
    output: type<RowPage>(),
  }),
  'thread.call': route({ input: z.object({ thread, index, call: index }), output: type<CallBody>() }),
  /** A slice of one long text, in UTF-16 units, at most 200,000. */
  'thread.text': route({
    input: z.object({ thread, place, offset: index, limit: z.int().min(1).max(200_000) }),
    output: type<{ readonly text: string; readonly totalChars: number }>(),
  }),
  /** A message exactly as it stands in the file, for the Raw view; cut at 200,000 characters. */
  'thread.raw': route({
    input: z.object({ thread, index }),
    output: type<{
      readonly text: string
      readonly totalChars: number
      readonly offset: number
      readonly length: number
    }>(),
  }),

  'compact.plan': route({ input: z.object({ thread }), output: type<CompactPlan>() }),
  'compact.start': stream({
    input: z.object({ thread, options: compactOptions }),
    frame: type<PreviewFrame>(),
  }),
  /** One section written anew; ends with the preview that holds it. Nothing else of the preview changes. */
  'compact.rewrite': stream({ input: z.object({ previewId, key: sectionKey }), frame: type<PreviewFrame>() }),
  'compact.edit': route({
    input: z.object({
      previewId,
      sections: z.array(z.object({ key: sectionKey, text: z.string().max(400_000) })).max(20),
    }),
    output: type<Preview>(),
  }),
  /**
   * Keeps a summarized message word for word behind the checkpoint, or no longer. For a checkpoint in the thread it is
   * a mark of the thread at once; for a copy only the preview knows until Apply.
   */
  'compact.pin': route({
    input: z.object({ previewId, index, isOn: z.boolean() }),
    output: type<Preview>(),
  }),
  /** `folder` null = beside the source. */
  'compact.apply': route({
    input: z.object({ previewId, folder: path.nullable() }),
    output: type<ApplyOutcome>(),
  }),
  /** Reductions without a summary, stored as decisions about this thread. */
  'compact.reduce': route({
    input: z.object({ thread, reductions: wizardReductions }),
    output: type<{ readonly tokensBefore: number; readonly tokensAfter: number }>(),
  }),
  /** Moves a copy that Apply wrote in this run to the trash. Refused once the copy has changed. */
  'compact.takeBack': route({ input: z.object({ thread }), output: type<null>() }),
  'compact.discard': route({ input: z.object({ previewId }), output: type<null>() }),
  'compact.projection': route({
    input: z.object({ previewId, from: index, limit: z.int().min(1).max(200) }),
    output: type<{
      readonly items: readonly ProjectionItem[]
      readonly total: number
      readonly tokens: number
    }>(),
  }),
  'compact.saveInstructions': route({
    input: z.object({ thread, instructions: z.string().max(20_000) }),
    output: type<null>(),
  }),
  'compact.chooseFolder': route({ input: none, output: type<string | null>() }),

  /** Sends a message, or queues it while a turn or a compaction runs. Durable before it answers (I9). */
  'turn.send': route({
    // How much may be sent is told in words by `message-too-large`.
    input: z.object({ thread, text: z.string().min(1) }),
    output: type<SendOutcome>(),
  }),
  /** Ends what runs, within 500 ms; twice is fine. */
  'turn.stop': route({ input: z.object({ thread }), output: type<null>() }),
  /** Asks again for the last reply; what came of it stays in the thread and is not sent. */
  'turn.retry': route({ input: z.object({ thread }), output: type<null>() }),
  /** Goes on from a reply that was interrupted. */
  'turn.continue': route({ input: z.object({ thread }), output: type<null>() }),
  'turn.state': route({ input: z.object({ thread }), output: type<TurnNow>() }),
  'turn.answer': route({
    input: z.object({ thread, id, decision: z.enum(['once', 'thread', 'never']) }),
    output: type<null>(),
  }),
  'turn.unqueue': route({ input: z.object({ thread, id }), output: type<null>() }),
  /** Sends a queued message without waiting for a compaction, which is stopped. */
  'turn.sendNow': route({ input: z.object({ thread, id }), output: type<null>() }),
  'turn.provider': route({ input: z.object({ thread }), output: type<ThreadProvider>() }),
  'turn.setProvider': route({
    input: z.object({ thread, providerId: z.string().max(60).nullable() }),
    output: type<null>(),
  }),
  /**
   * A new thread file beside this one with everything before message `index`, and `text` as its last message
   * when given: edit and resend, fork here. Nothing is sent.
   */
  'thread.fork': route({
    input: z.object({ thread, index, text: z.string().max(2_000_000).nullable() }),
    output: type<{ readonly thread: string }>(),
  }),

  'context.get': route({ input: z.object({ thread }), output: type<ContextReport>() }),
  /** `/compact [focus]`: its own operation; nothing is sent afterwards (S-075, S-076). */
  'context.compact': route({
    input: z.object({ thread, focus: z.string().max(20_000) }),
    output: type<CompactionOutcome>(),
  }),
  /** A new thread that begins with this one's checkpoint (C-10). */
  'context.startNew': route({
    input: z.object({ thread }),
    output: type<{ readonly thread: string }>(),
  }),
  /** The answer to `ask`: `later` is silent until new content comes. */
  'context.answerAsk': route({
    input: z.object({ thread, answer: z.enum(['compact', 'later']) }),
    output: type<null>(),
  }),
  /** What the next request holds, item by item. */
  'projection.page': route({
    input: z.object({ thread, from: index, limit: z.int().min(1).max(200) }),
    output: type<{
      readonly items: readonly ProjectionItem[]
      readonly total: number
      readonly tokens: number
    }>(),
  }),
  /** The whole text of an item, by its place among the items; a slice as of `thread.text`. */
  'projection.text': route({
    input: z.object({ thread, at: index, offset: index, limit: z.int().min(1).max(200_000) }),
    output: type<{ readonly text: string; readonly totalChars: number }>(),
  }),
  /** The exact body of the next request as JSON, copied to the clipboard by main; answers its size. */
  'projection.copy': route({ input: z.object({ thread }), output: type<{ readonly chars: number }>() }),

  /** Newest first; `before` is an id of an entry. */
  'activity.list': route({
    input: z.object({
      thread: thread.nullable(),
      before: z.int().positive().nullable(),
      limit: z.int().min(1).max(200),
    }),
    output: type<readonly ActivityEntry[]>(),
  }),

  /** The policy that holds for a thread (null = the default) and where it comes from. */
  'policy.get': route({
    input: z.object({
      thread: thread.nullable(),
      /** What holds at this width, whatever a narrower one says; absent = what holds for the thread. */
      scope: z.enum(['default', 'workspace', 'thread']).optional(),
    }),
    output: type<{
      readonly policy: Policy
      readonly scope: 'preset' | 'default' | 'workspace' | 'thread'
      /** Name of the provider that was to write summaries and was removed; null = it is there. */
      readonly missingSummarizer: string | null
      /** The live line's numbers for the thread's window; null = never fires by itself. */
      readonly triggerTokens: number | null
      readonly keepTokens: number | null
      readonly windowTokens: number | null
    }>(),
  }),
  /** The presets as they are, to begin a policy of one's own with. */
  'policy.presets': route({
    input: none,
    output: type<Readonly<Record<Policy['preset'], Policy>>>(),
  }),
  /** Null = back to what the wider scope says. */
  'policy.save': route({
    input: z.object({
      scope: z.enum(['default', 'workspace', 'thread']),
      thread: thread.nullable(),
      policy: policySchema.nullable(),
    }),
    output: type<null>(),
  }),

  /** Whether the loopback interface is open, where, and with which token; `problem` = why it could not be. */
  'observation.state': route({
    input: none,
    output: type<{
      readonly port: number | null
      readonly token: string | null
      readonly problem: string | null
    }>(),
  }),

  'provider.list': route({ input: none, output: type<readonly ProviderSettings[]>() }),
  'provider.save': route({ input: provider, output: type<ProviderSettings>() }),
  'provider.remove': route({ input: z.object({ id: z.string().max(60) }), output: type<null>() }),
  /** Goes to the system's secret store; never answered back. Empty key = forget it. */
  'provider.setKey': route({
    input: z.object({ id: z.string().max(60), key: z.string().max(4096) }),
    output: type<ProviderSettings>(),
  }),
  'provider.test': route({ input: z.object({ id: z.string().max(60) }), output: type<ProviderTest>() }),

  ...checkpointRoutes,
  ...agentRoutes,
  ...checkpointRoutes,
  ...searchRoutes,
  ...exportRoutes,
  ...importRoutes,

  /** Opens an `https` or `mailto` address outside; everything else is refused with `link-refused`. */
  'link.open': route({ input: z.object({ url: z.string().max(8192) }), output: type<null>() }),
  'clipboard.write': route({ input: z.object({ text: z.string().max(5_000_000) }), output: type<null>() }),
} as const

type Routes = typeof routes

/** Names of the routes that answer once. */
export type RequestName = {
  [K in keyof Routes]: Routes[K] extends { kind: 'request' } ? K : never
}[keyof Routes]
/** Names of the routes that answer with a stream of frames. */
export type StreamName = {
  [K in keyof Routes]: Routes[K] extends { kind: 'stream' } ? K : never
}[keyof Routes]

export type Input<K extends keyof Routes> = z.infer<Routes[K]['input']>
export type Output<K extends RequestName> = Routes[K] extends { output: TypeMark<infer O> } ? O : never
export type Frame<K extends StreamName> = Routes[K] extends { frame: TypeMark<infer F> } ? F : never
