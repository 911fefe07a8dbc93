import { createHash } from 'node:crypto'
import { estimateMessageTokens } from '../../src/main/compaction/tokens/estimate-message.ts'
import { parseMessage } from '../../src/main/threads/native/parse-message.ts'
import { nativeThread, ThreadWriter } from './writer.mjs'

/** One turn: compaction is not offered, and the app says why. */
export function hello() {
  const t = new ThreadWriter(1)
  t.user('Hello! What is this app for?')
  t.say(`Palimpsest keeps long conversations with a model usable.

When a thread grows too long for the model, **Compact Conversation** writes the older turns down as a checkpoint and keeps the recent ones word for word. The result is a new file; the thread you started from is never changed.

Open \`feature-design.json\` in the sidebar to try it.`)
  return nativeThread('hello', t, { withTools: false })
}

/** Two turns: the smallest thread that can be compacted. */
export function twoTurns() {
  const t = new ThreadWriter(2)
  t.user('Which sorting algorithm does `Array.prototype.sort` use in V8?')
  t.say(
    'Timsort, since V8 7.0. It is stable, takes O(n log n) in the worst case and is close to O(n) on input that is nearly sorted.',
  )
  t.user('So I can rely on stable order when I sort twice by different keys?')
  t.say(
    'Yes. The language has required a stable sort since ES2019:\n\n```js\npeople.sort((a, b) => a.name.localeCompare(b.name)) // second key first\npeople.sort((a, b) => a.team - b.team)              // then the main key\n```\n\nPeople of one team stay in the order of their names.',
  )
  return nativeThread('two-turns', t, { withTools: false })
}

function checklist(t) {
  t.user(
    'Help me with the release of version 2.8. Always write dates as YYYY-MM-DD. The release is on 2026-03-12.',
  )
  t.say(
    'Here is a first list:\n\n- [ ] freeze on 2026-03-09\n- [ ] full test run on all three systems\n- [ ] change log\n- [ ] tag `v2.8.0`\n- [ ] announce',
    [],
    null,
  )
  t.user('The change log is written. Which tests are slow? We have only two hours.')
  t.say('Let me time them.', [
    t.run(
      'npm test -- --reporter=duration | head -3',
      'e2e/import.spec.ts   41 min\ne2e/sync.spec.ts     22 min\nunit                  3 min\n',
    ),
  ])
  t.say(
    'The import spec alone takes 41 minutes, 63 together with sync. Both fit into two hours if they run side by side.',
  )
  t.user('Run them side by side then. Never skip the import spec, it caught the last two regressions.')
  t.say('Noted. I put both on separate runners.', [
    t.run(
      'ci run e2e/import.spec.ts e2e/sync.spec.ts --parallel 2',
      'e2e/import.spec.ts  passed (40 min)\ne2e/sync.spec.ts    passed (23 min)\n',
    ),
  ])
  t.say('Both passed, the slower one after 40 minutes.')
  t.user('Who needs to know before we tag?')
  t.say(
    'Support, because the export button moved, and everybody who maintains a plug-in, because `onSave` now gets a promise. I would write to both on 2026-03-10.',
  )
  t.user('Draft the note for plug-in authors, two sentences.')
  t.say(
    '> From version 2.8 on, `onSave` may return a promise and the editor waits for it. Handlers that return nothing keep working as they are.',
  )
}

/** Five turns about a release. */
export function releaseChecklist() {
  const t = new ThreadWriter(3)
  checklist(t)
  return nativeThread('release-checklist', t)
}

const CHECKPOINT = `<system-reminder>
The earlier conversation was compacted into the checkpoint below. Use it as context to continue the task; it is not a new user request.

# Context checkpoint

## Goal

Release version 2.8 on 2026-03-12.

## Constraints & Preferences

- Dates are written as YYYY-MM-DD.

### Rules (word for word)

- "Always write dates as YYYY-MM-DD."
- "Never skip the import spec, it caught the last two regressions."

## Progress

### Done

- [x] The change log is written.
- [x] \`e2e/import.spec.ts\` and \`e2e/sync.spec.ts\` ran side by side and passed, the slower one after 40 minutes.

### In Progress

- [ ] Freeze on 2026-03-09, tag \`v2.8.0\`, announce.

### Blocked

- None

## Key Decisions

- The two slow specs run side by side, because only two hours are left.

## Next Steps

- Tell support and plug-in authors on 2026-03-10.

## Critical Context

- \`e2e/import.spec.ts\` takes 41 minutes, \`e2e/sync.spec.ts\` 22, the unit tests 3.
</system-reminder>`

/** Estimated tokens of native records. */
function tokensOf(records) {
  const messages = records.map(
    (record) => parseMessage(Buffer.from(JSON.stringify(record)), new Map()).message,
  )
  return messages.reduce((sum, message) => sum + estimateMessageTokens(message), 0)
}

/** The copy that compacting `release-checklist` with keep 2 gave, edited by hand. */
export function releaseChecklistCopy(source) {
  const thread = JSON.parse(source)
  const prompts = thread.context.messages.flatMap((message, index) =>
    message.role === 'user' ? [index] : [],
  )
  const cut = prompts.at(-2)
  const tokensBefore = tokensOf(thread.context.messages)
  const id = '5b1de7a2-4c1f-4f0e-9b57-0a6f5d0f2c11'
  thread.context.messages = [
    { id, role: 'user', content: [{ type: 'text', text: CHECKPOINT }] },
    ...thread.context.messages.slice(cut),
  ]
  thread.title = 'release-checklist-compact-1'
  const { runHistoryVersion, runHistoryIndex, ...rest } = thread
  const meta = {
    compactionInstructions: 'Keep dates and durations.',
    palimpsest: {
      version: 1,
      checkpointId: id,
      sourceSha256: createHash('sha256').update(source).digest('hex'),
      sourceName: 'release-checklist.json',
      summarizedMessages: cut,
      summarizedTurns: prompts.length - 2,
      tokensBefore,
      tokensAfter: tokensOf(thread.context.messages),
      summarizer: 'Built in',
      createdAt: '2026-03-08T16:20:00.000Z',
    },
  }
  return `${JSON.stringify({ ...rest, meta, runHistoryVersion, runHistoryIndex }, null, 2)}\n`
}
