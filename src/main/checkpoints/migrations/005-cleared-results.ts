import type { Migration } from '../migration.ts'

/** A mark may be about the result of one call: `call` is its place in the message, -1 for the message itself. */
export const clearedResults: Migration = {
  version: 5,
  sql: `
    create table mark_5 (
      root text not null,
      thread text not null,
      message_index integer not null,
      message_id text not null,
      kind text not null check (kind in ('pin', 'exclude', 'star', 'clear')),
      call integer not null default -1 check ((kind = 'clear') = (call >= 0)),
      primary key (root, thread, kind, message_index, call)
    ) strict, without rowid;
    insert into mark_5 (root, thread, message_index, message_id, kind)
      select root, thread, message_index, message_id, kind from mark;
    drop table mark;
    alter table mark_5 rename to mark;
  `,
}
