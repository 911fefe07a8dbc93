import { asObject } from '../native/json-shape.ts'
import { buildEntry } from './pi/build-entry.ts'
import { startScan } from './pi/scan.ts'
import type { LineFormat, Probe } from './transcript.ts'

/** Sessions of pi, versions 1 to 3. */
export const pi: LineFormat = {
  kind: 'lines',
  id: 'pi',
  label: 'pi',
  recognizes({ lines }: Probe) {
    const records = lines.map(asObject)
    const isSession = records.some((record) => record?.type === 'session' && 'cwd' in record)
    const isEntry = records.some(
      (record) => record?.type === 'message' && typeof asObject(record.message)?.role === 'string',
    )
    // A first line that is damaged leaves entries that no other format has.
    return isSession || (isEntry && records.some((record) => record !== null && 'parentId' in record))
  },
  start: startScan,
  build: buildEntry,
}
