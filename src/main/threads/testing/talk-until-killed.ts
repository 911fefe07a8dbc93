import { writeSync } from 'node:fs'
import { openDatabase } from '../../checkpoints/database.ts'
import { createJournal } from '../../checkpoints/journal-repository.ts'
import { openLiveThread } from '../live-thread.ts'

/** Run as a process of its own: says numbered messages for ever and prints each one that is durable. */
const [path = '', dataDir = '', first = '0'] = process.argv.slice(2)
const { db } = openDatabase(dataDir, Date.now)
const live = await openLiveThread(path, { journal: createJournal(db, null, path, Date.now) })
for (let number = Number(first); ; number += 1) {
  const { index } = live.appendMessage(
    {
      role: 'assistant',
      content: [{ kind: 'text', text: `n${number}` }],
      toolCalls: [{ id: '', name: 'grep', arguments: {}, partialArguments: null }],
      runtime: { atMs: number, origin: null, ending: 'complete', privateItems: [], approvals: [] },
    },
    null,
  )
  writeSync(1, `said ${number}\n`)
  live.answerCall(index, 0, { content: [{ kind: 'text', text: `r${number}` }], isError: false })
  writeSync(1, `answered ${number}\n`)
  if (number % 3 === 0) void live.finishTurn()
  await new Promise((resolve) => setTimeout(resolve, 1))
}
