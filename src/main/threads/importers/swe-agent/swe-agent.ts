import { OPEN_BRACKET } from '../../json/bytes.ts'
import { asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import type { DocumentFormat, Place, Probe } from '../transcript.ts'
import { valueReader } from '../value-reader.ts'
import { walkArray, walkDocument, walkObject } from '../walk-json.ts'
import { buildSwe } from './build-swe.ts'
import { createRun, type SweRun } from './swe-run.ts'

/** Runs of SWE-agent and mini-swe-agent (formats.md section 17). */
export const sweAgent: DocumentFormat = {
  kind: 'document',
  id: 'swe-agent',
  label: 'SWE-agent',
  recognizes,
  *scan(files) {
    const source = files[0]?.bytes
    if (source === undefined) return []
    const bytes = source.slice(0, source.length)
    const run = createRun()
    const { read, rest } = valueReader(bytes, 0)
    const messagesAt = (at: number) =>
      walkArray(bytes, at, (from) =>
        read(from, (message, place) => run.message(asObject(message) ?? {}, place)),
      )
    const cutAt = yield* walkDocument(bytes, (at) =>
      bytes[at] === OPEN_BRACKET
        ? messagesAt(at)
        : walkObject(bytes, at, (key, memberAt) => {
            const isList = bytes[memberAt] === OPEN_BRACKET
            if (isList && (key === 'history' || key === 'messages')) return messagesAt(memberAt)
            if (isList && key === 'trajectory')
              return walkArray(bytes, memberAt, (from) =>
                read(from, (step, place) => run.step(asObject(step) ?? {}, place)),
              )
            return read(memberAt, (value, place) => keepMember(run, key, asObject(value), place))
          }),
    )
    return [run.finish(cutAt === null ? null : rest())]
  },
  build: buildSwe,
}

function keepMember(run: SweRun, key: string, value: JsonObject | null, place: Place): void {
  run.aside(place)
  const config = asObject(value?.config)
  const agent = asObject(value?.agent)
  const model = asObject(key === 'info' ? config?.model : agent?.model)
  run.told({
    model: asText(model?.model_name) || asText(model?.name),
    title: key === 'replay_config' ? asText(agent?.name) : key === 'info' ? asText(value?.instance_id) : '',
  })
}

function recognizes({ name, value, keys }: Probe): boolean {
  if (keys.includes('history') && keys.includes('trajectory')) return true
  if (keys.includes('messages') && keys.includes('trajectory_format')) return true
  const record = asObject(value)
  if (keys.includes('messages') && asText(asObject(record?.info)?.mini_version) !== '') return true
  // Old runs and demonstrations hold the messages alone, as other formats do: only with the name of a run.
  const list = Array.isArray(value) ? value : record?.history
  const first = asObject(Array.isArray(list) ? list[0] : undefined)
  return /\.traj(\.json)?$/.test(name) && asText(first?.role) !== ''
}
