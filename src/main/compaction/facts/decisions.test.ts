import { describe, expect, it } from 'vitest'
import { isDecision } from './decisions.ts'

describe('decisions of the user', () => {
  it.each([
    '4 workers, not 5',
    'Lieber 4 Worker statt 5.',
    'Take the second variant.',
    'Ok, take Postgres.',
    'Ohne den UNIQUE INDEX.',
    'orjson is rejected.',
    'Nimm die Standardbibliothek, kein orjson.',
    'Move the import to 03:30.',
    'Verschiebe den Import auf 03:30.',
    'credit notes = amount < 0',
    'orjson ist abgelehnt.',
    "Let's go with plain SQL.",
    '就用 Postgres。',
    '导入改到 03:30。',
    'MySQL ではなく Postgres にします。',
    'We decided to store cents.',
    'Drop the OPTIMISTIC part completely.',
    'No badge please, too loud.',
    'Make it 900 ms.',
    'Fix it with trim() in names.ts, not by changing split again.',
    'Hmm, I changed my mind: no OPTIMISTIC.',
    'Right, no sidecar.',
    'And map a full disk (ENOSPC) to 507 with a hint.',
  ])('takes %s', (sentence) => {
    expect(isDecision(sentence)).toBe(true)
  })

  it.each([
    'Why did it take 4 minutes rather than 2?',
    'It shows 4 rows instead of 5.',
    'I got a timeout, not a result.',
    'Die Summe zeigt 5 statt 4.',
    'Keine Ahnung.',
    'Take a look at the log.',
    'Never push to main.',
    'change the button to blue',
    '为什么用 Postgres 而不是 MySQL？',
    'Use the script to find the slow query.',
    "I'd prefer a direct flight.",
    'No problem.',
    'No, thank you.',
    'No luck.',
    'No errors please?',
    'Drop me a line.',
    'Make it work.',
  ])('leaves out %s', (sentence) => {
    expect(isDecision(sentence)).toBe(false)
  })
})
