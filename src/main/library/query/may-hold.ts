/** Signs that a record may write in another way than the message has them, or only the message has. */
const WRITTEN_OTHERWISE = /["\\/:\s]/

/**
 * Tells from the bytes of a message's record whether it may hold all of these texts, so that the others need not be
 * read as messages. True in doubt: where the record writes signs by their numbers.
 */
export function mayHold(texts: readonly string[]): (record: Buffer) => boolean {
  const plain = texts
    .filter((text) => !WRITTEN_OTHERWISE.test(text))
    // Which picture of a sign is meant says a mark behind it; either is found.
    .map((text) => Buffer.from(text.replace(/\p{M}/gu, '')))
  return (record) =>
    plain.every((text) => record.includes(text)) || (plain.length > 0 && record.includes('\\u'))
}
