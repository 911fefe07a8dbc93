/** Why a server of foreign tools has no tools to give; the renderer has a text for each. */
export type McpProblem =
  /** Its program cannot be started: not there, or not allowed. */
  | 'not-started'
  /** Its program ended, or the connection was closed, before it answered. */
  | 'ended'
  | 'unreachable'
  | 'timeout'
  /** It wants a key, or another one. */
  | 'refused'
  /** It answered something else than a server of tools does. */
  | 'protocol'

const NOT_STARTED: ReadonlySet<unknown> = new Set(['ENOENT', 'EACCES', 'EPERM', 'ENOTDIR', 'ENOEXEC'])
const UNREACHABLE: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
])
/** HTTP: unauthorized and forbidden. */
const REFUSED: ReadonlySet<unknown> = new Set([401, 403])
/** The library's own codes for a closed connection and for an answer that did not come (JSON-RPC, -32000 and -32001). */
const CLOSED = -32_000
const TIMED_OUT = -32_001

/** What kept a server from telling its tools, by codes alone: along the chain of causes, the first that is known. */
export function problemOf(error: unknown, kind: 'stdio' | 'http'): McpProblem {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth += 1) {
    const code = 'code' in one ? one.code : undefined
    if (kind === 'stdio' && NOT_STARTED.has(code)) return 'not-started'
    if (UNREACHABLE.has(code)) return 'unreachable'
    if (REFUSED.has(code) || one.name === 'UnauthorizedError') return 'refused'
    if (code === TIMED_OUT || one.name === 'TimeoutError') return 'timeout'
    if (code === CLOSED || code === 'EPIPE') return 'ended'
  }
  return 'protocol'
}
