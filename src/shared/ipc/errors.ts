/** Every code an `AppError` can carry. The renderer has a text for each: `errors.<code>`. */
export const ERROR_CODES = [
  'bad-input',
  'unknown-route',
  'sender-refused',
  'internal',
  'cancelled',
  /** A reply that was broken off in an earlier run; what came of it is in the thread. */
  'interrupted',
  /** A turn that waits for the person to say whether it shall go on: the same call again and again, or many steps. */
  'paused-repeating',
  'paused-long',
  /** Larger than a message may be, or than the model's whole window. */
  'message-too-large',
  'message-over-window',
  // files
  'file-not-found',
  /** `params.path` is the folder that was asked for. */
  'folder-not-found',
  /** A folder to be watched holds the workspace, or lies in it. */
  'folder-overlaps',
  'file-empty',
  'file-truncated',
  'file-not-json',
  'file-not-thread',
  'file-encoding',
  /** A database of another tool, or a packed file: what is in it has to be taken out first. */
  'file-database',
  'file-packed',
  'file-too-deep',
  'file-too-large',
  // zip archives
  'archive-too-large',
  'archive-outside',
  'archive-encrypted',
  'file-changed',
  'file-exists',
  /** A transcript of another tool: it is read and never written. `params.tool` is its name. */
  'thread-read-only',
  'path-outside',
  'name-invalid',
  'disk-full',
  'disk-read-only',
  'permission-denied',
  'file-busy',
  'io-failed',
  /** Another program holds the database of what is kept beside the threads. */
  'database-busy',
  // compaction
  'nothing-to-compact',
  /** A summary of the same thread is being written. */
  'compaction-running',
  'preview-gone',
  'summary-empty',
  'summary-cut',
  /** The answer was stopped: it had many times the length that was asked for. `params.limitChars` is the limit. */
  'summary-too-long',
  'summary-tool-call',
  'summary-invalid',
  'needs-new-thread',
  'compaction-failed',
  /** The thread that a copy was made from is not beside it. `params.name` is its file. */
  'source-gone',
  // providers, one per class of provider-errors.md
  'overflow',
  'overflow-output',
  'overflow-tier',
  'payload',
  'suspect',
  'rate-limit',
  'quota',
  'overload',
  'auth',
  'permission',
  'not-found',
  'protocol',
  'replay-invalid',
  'media',
  'content-filter',
  /** A reply without text and without a call; what was thought is in the thread. */
  'reply-empty',
  'bad-request',
  'network',
  'timeout',
  'stream-cut',
  'no-key',
  'no-model',
  /** Chosen, and not in the settings any more. `params.provider` is its name. */
  'provider-gone',
  'no-secret-store',
  'link-refused',
  'trash-unavailable',
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

/** An error as it crosses the bridge. `message` is safe to show; `details` has keys removed. */
export interface ErrorValue {
  readonly code: ErrorCode
  readonly message: string
  readonly details: string | null
  /** Values for the text: names, sizes, milliseconds. */
  readonly params: { readonly [name: string]: string | number }
}

/** A failure that a person is told about. Meaning is read from `code`, never from `message`. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly params: ErrorValue['params']
  readonly details: string | null

  constructor(
    code: ErrorCode,
    message: string,
    more: {
      readonly cause?: unknown
      readonly params?: ErrorValue['params']
      readonly details?: string
    } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.name = 'AppError'
    this.code = code
    this.params = more.params ?? {}
    this.details = more.details ?? null
  }
}

/** SQLite's own words for a lock that was not given up in time. */
export function isDatabaseBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^SQLITE_(?:BUSY|LOCKED)/.test(String(error.code))
}

/** The value that crosses the bridge for any thrown thing. Unknown errors become `internal`. */
export function toErrorValue(error: unknown): ErrorValue {
  if (error instanceof AppError)
    return { code: error.code, message: error.message, details: error.details, params: error.params }
  if (isDatabaseBusy(error))
    return {
      code: 'database-busy',
      message: 'Another program holds the database.',
      details: null,
      params: {},
    }
  if (error instanceof Error && error.name === 'AbortError')
    return { code: 'cancelled', message: 'Stopped.', details: null, params: {} }
  const text = error instanceof Error ? error.message : String(error)
  return { code: 'internal', message: 'Something unexpected happened.', details: text, params: {} }
}
