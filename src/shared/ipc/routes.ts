import { z } from 'zod'
import type { CompactPlan } from '../compact/plan.ts'
import type { ApplyOutcome, Preview, PreviewFrame, ProjectionItem } from '../compact/preview.ts'
import type { RowPage } from '../thread/row.ts'
import type { AppNotice } from './notices.ts'
import type { ProviderSettings, ProviderTest, Settings } from './settings.ts'
import type { CallBody, OpenedThread } from './thread.ts'
import type { Draft, TabState, TreeEntry, Workspace } from './workspace.ts'

/** Carries an output or frame type; exists at compile time only. */
export interface TypeMark<T> {
  readonly mark?: (value: T) => T
}

function type<T>(): TypeMark<T> {
  return {}
}

interface Route<I extends z.ZodType, O> {
  readonly kind: 'request'
  readonly input: I
  readonly output: TypeMark<O>
}

interface StreamRoute<I extends z.ZodType, F> {
  readonly kind: 'stream'
  readonly input: I
  readonly frame: TypeMark<F>
}

function route<I extends z.ZodType, O>(spec: { input: I; output: TypeMark<O> }): Route<I, O> {
  return { kind: 'request', ...spec }
}

function stream<I extends z.ZodType, F>(spec: { input: I; frame: TypeMark<F> }): StreamRoute<I, F> {
  return { kind: 'stream', ...spec }
}

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

const compactOptions = z.object({
  keepTurns: z.int().min(1),
  instructions: z.string().max(20_000),
  summarizerId: z.string().min(1).max(200),
  detail: z.enum(['short', 'standard', 'detailed']),
  language: z.string().min(2).max(35),
  budgetChars: z.int().min(500).max(200_000).nullable(),
})

const sectionKey = z.enum([
  'goal',
  'constraints',
  'done',
  'in-progress',
  'blocked',
  'decisions',
  'next-steps',
  'context',
  'rules',
  'plan',
  'files-modified',
  'files-read',
  'errors',
  'verified',
  'references',
])

const settingsPatch = z
  .object({
    language: z.enum(['system', 'en', 'zh-CN']),
    theme: z.enum(['system', 'light', 'dark', 'high-contrast']),
    textSizePx: z.union([z.literal(14), z.literal(15), z.literal(16), z.literal(17), z.literal(18)]),
    sidebarWidthPx: z.int().min(220).max(420),
    isSidebarOpen: z.boolean(),
    skipIntroduction: z.boolean(),
    defaultSummarizer: z.string().min(1).max(200),
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

  'thread.open': route({ input: z.object({ thread }), output: type<OpenedThread>() }),
  /** Nothing shows this thread any more: what is still being read of it is not needed. */
  'thread.close': route({ input: z.object({ thread }), output: type<null>() }),
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
  'compact.edit': route({
    input: z.object({
      previewId,
      sections: z.array(z.object({ key: sectionKey, text: z.string().max(400_000) })).max(20),
    }),
    output: type<Preview>(),
  }),
  /** `folder` null = beside the source. */
  'compact.apply': route({
    input: z.object({ previewId, folder: path.nullable() }),
    output: type<ApplyOutcome>(),
  }),
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

  'provider.list': route({ input: none, output: type<readonly ProviderSettings[]>() }),
  'provider.save': route({ input: provider, output: type<ProviderSettings>() }),
  'provider.remove': route({ input: z.object({ id: z.string().max(60) }), output: type<null>() }),
  /** Goes to the system's secret store; never answered back. Empty key = forget it. */
  'provider.setKey': route({
    input: z.object({ id: z.string().max(60), key: z.string().max(4096) }),
    output: type<ProviderSettings>(),
  }),
  'provider.test': route({ input: z.object({ id: z.string().max(60) }), output: type<ProviderTest>() }),

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
