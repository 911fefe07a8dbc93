/** Words in capitals that every log and every SQL statement holds; no names of this work. */
const NOISE_WORDS = new Set(
  'SELECT FROM WHERE INSERT INTO UPDATE DELETE CREATE ALTER DROP TABLE INDEX UNIQUE PRIMARY FOREIGN REFERENCES DEFAULT CONSTRAINT VALUES JOIN LEFT RIGHT INNER OUTER GROUP ORDER HAVING LIMIT OFFSET UNION EXISTS BEGIN COMMIT ROLLBACK TRANSACTION CASCADE CONFLICT RETURNING DISTINCT BETWEEN LIKE NULL TRUE FALSE INTEGER TEXT VARCHAR BOOLEAN TIMESTAMP BIGINT NUMERIC EXPLAIN ANALYZE VACUUM PRAGMA INFO WARN WARNING ERROR DEBUG TRACE FATAL CRITICAL NOTICE PASS PASSED FAIL FAILED SKIP SKIPPED POST PATCH HEAD OPTIONS HTTP HTTPS TODO NOTE IMPORTANT'.split(
    ' ',
  ),
)

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
 * True for what stands in outputs but names nothing that is in use: SQL and log words, other words in capitals
 * that only tools printed, and numbered ids that stand once in a long output.
 */
export function isNoise(token: string, use: NameUse): boolean {
  if (NOISE_WORDS.has(token)) return true
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
