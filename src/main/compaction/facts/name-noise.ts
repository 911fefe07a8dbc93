/** Words in capitals that every log and every SQL statement holds; no names of this work. */
const NOISE_WORDS = new Set(
  'SELECT FROM WHERE INSERT INTO UPDATE DELETE CREATE ALTER DROP TABLE INDEX UNIQUE PRIMARY FOREIGN REFERENCES DEFAULT CONSTRAINT VALUES JOIN LEFT RIGHT INNER OUTER GROUP ORDER HAVING LIMIT OFFSET UNION EXISTS BEGIN COMMIT ROLLBACK TRANSACTION CASCADE CONFLICT RETURNING DISTINCT BETWEEN LIKE NULL TRUE FALSE INTEGER TEXT VARCHAR BOOLEAN TIMESTAMP BIGINT NUMERIC EXPLAIN ANALYZE VACUUM PRAGMA INFO WARN WARNING ERROR DEBUG TRACE FATAL CRITICAL NOTICE PASS PASSED FAIL FAILED SKIP SKIPPED POST PATCH HEAD OPTIONS HTTP HTTPS TODO NOTE IMPORTANT'.split(
    ' ',
  ),
)

/** Pieces of code that name nothing by themselves: `a.from`, `b:Span`, `to:Date`. */
export function isFragment(token: string): boolean {
  return /^(?:\p{L}[.:][\p{L}\d_]+|[a-z]\w*:[A-Z]\w*)$/u.test(token)
}

/** A fragment that so many messages hold is a name of its own after all: `z.object`. */
const NAMED_FROM_USES = 3

/** How a name was used. */
export interface NameUse {
  /** Messages that hold it. */
  readonly uses: number
  /** Nobody wrote it: it stands in outputs of tools only. */
  readonly isOnlyPrinted: boolean
  /** It was first met in an output too long to be an answer to one question. */
  readonly isFromLongOutput: boolean
}

/**
 * True for what names nothing that is in use: SQL and log words, fragments of code used once or twice, other words in capitals
 * that only tools printed, and numbered ids that stand once in a long output.
 */
export function isNoise(token: string, use: NameUse): boolean {
  if (NOISE_WORDS.has(token)) return true
  if (isFragment(token) && use.uses < NAMED_FROM_USES) return true
  if (!use.isOnlyPrinted) return false
  if (/^[A-Z]+$/.test(token)) return true
  return (
    use.uses === 1 &&
    use.isFromLongOutput &&
    /\d{2}/.test(token) &&
    !/[\\/]/.test(token) &&
    !/\.[A-Za-z]\w{0,4}$/.test(token)
  )
}
