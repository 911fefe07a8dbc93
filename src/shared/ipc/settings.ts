/** How a model is reached. The key is not here: it never leaves main. */
export interface ProviderSettings {
  readonly id: string
  readonly kind: 'openai-chat' | 'openai-responses' | 'anthropic'
  readonly name: string
  /** Empty = the provider's own address. */
  readonly baseUrl: string
  readonly model: string
  /** Tokens; null = unknown. */
  readonly windowTokens: number | null
  /**
   * How a summary of a thread that this model answers in is asked for (C-16): `separate` without tools, or
   * `agent-shaped` as one more message behind the chat, whose bytes the provider may have cached. Absent = separate.
   */
  readonly summaryStyle?: 'separate' | 'agent-shaped' | undefined
  readonly keyState: 'none' | 'stored' | 'session-only'
}

/** A folder of another tool whose new transcripts are copied into `folder` ('' = root) of the workspace at `root`. */
export interface ImportFolder {
  readonly path: string
  readonly root: string
  readonly folder: string
  /** What is taken over of each thread. */
  readonly include: { readonly toolOutput: boolean; readonly images: boolean; readonly branches: boolean }
}

/** Compaction instructions that a person keeps under a name. */
export interface InstructionPreset {
  readonly name: string
  readonly text: string
}

/** Settings of the person, kept in one JSON file in the data folder. */
export interface Settings {
  readonly language: 'system' | 'en' | 'zh-CN'
  readonly theme: 'system' | 'light' | 'dark' | 'high-contrast'
  readonly textSizePx: 14 | 15 | 16 | 17 | 18
  readonly sidebarWidthPx: number
  readonly isSidebarOpen: boolean
  readonly skipIntroduction: boolean
  readonly defaultSummarizer: string
  /** The loopback interface for other programs of this machine; off by default. */
  readonly observation: { readonly isOn: boolean; readonly port: number }
  /** Names and texts are each there once. */
  readonly instructionPresets: readonly InstructionPreset[]
  /** What an export's review looks for besides the known shapes; `*` stands for a run without spaces. */
  readonly redactionPatterns: readonly string[]
  /** Folders whose new transcripts are copied into a workspace; changed by the import's own routes only. */
  readonly importFolders: readonly ImportFolder[]
}

/** Answer of a provider test: reachability first, then the rest (screens.md section 13). */
export interface ProviderTest {
  readonly isReachable: boolean
  readonly models: readonly string[]
  readonly streams: boolean
  readonly reportsUsage: boolean
  readonly windowTokens: number | null
}
