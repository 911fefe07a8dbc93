import type { JsonValue } from '../../shared/thread/message.ts'
import { asRecord } from '../compaction/facts/message-text.ts'
import { SOURCE_KEY } from '../threads/importers/native-record.ts'
import { asText } from '../threads/native/json-shape.ts'
import type { ThreadFile } from '../threads/thread-file.ts'

/** Where a session was at work: a person goes on with it in this folder. */
export interface SessionPlace {
  readonly cwd: string
  readonly gitBranch: string
  /** Of the program that wrote it. */
  readonly version: string
}

/** Of a thread that names none. Readers decide by the records, not by the version. */
const NOWHERE: SessionPlace = { cwd: '/', gitBranch: '', version: '2.1.220' }

/** The first messages may be some that were written here. */
const MAX_LOOKED = 50

/** The place of the first message that names one. */
export function firstPlace(file: ThreadFile): SessionPlace {
  for (let index = 0; index < Math.min(file.count, MAX_LOOKED); index += 1) {
    const place = placeOf(file, index)
    if (place !== null) return place
  }
  return NOWHERE
}

/** The place that a message brought along from its session; null = it names none. */
export function placeOf(file: ThreadFile, index: number): SessionPlace | null {
  const bytes = Buffer.from(file.rawSlice(index))
  // Most threads are of no session: their messages need not be read twice.
  if (!bytes.includes('"cwd"')) return null
  const source = asRecord(asRecord(parsed(bytes))?.[SOURCE_KEY])
  const cwd = asText(source?.cwd)
  if (cwd === '') return null
  return {
    cwd,
    gitBranch: asText(source?.gitBranch),
    version: asText(source?.version) || NOWHERE.version,
  }
}

/** Null for a record that cannot be read: it is shown as it stands, and says nothing of a place. */
function parsed(bytes: Buffer): JsonValue {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}
