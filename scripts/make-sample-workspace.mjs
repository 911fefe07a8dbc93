import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { featureDesign } from './sample-workspace/feature-design.mjs'
import { orderExport } from './sample-workspace/order-export.mjs'
import { hello, releaseChecklist, releaseChecklistCopy, twoTurns } from './sample-workspace/small-threads.mjs'

// Writes resources/sample-workspace. Texts are written by hand, ids and numbers come from a seed: running it
// again gives the same bytes.
const folder = resolve(import.meta.dirname, '../resources/sample-workspace')
const checklist = releaseChecklist()
const files = {
  'feature-design.json': featureDesign(),
  'hello.json': hello(),
  'notes/release-checklist.json': checklist,
  'notes/release-checklist-compact-1.json': releaseChecklistCopy(checklist),
  'two-turns.json': twoTurns(),
  '订单导出.json': orderExport(),
}
for (const [name, text] of Object.entries(files)) {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
  const { messages } = JSON.parse(text).context
  console.log(`${name}: ${messages.length} messages, ${Buffer.byteLength(text)} bytes`)
}
