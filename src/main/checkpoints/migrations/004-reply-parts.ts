import type { Migration } from '../migration.ts'

/** The reply that is being written in a thread: its head at `seq` 0, then what came since the last row. */
export const replyParts: Migration = {
  version: 4,
  sql: `
    create table reply_part (
      root text not null,
      thread text not null,
      seq integer not null,
      body text not null,
      primary key (root, thread, seq)
    ) strict, without rowid;
  `,
}
