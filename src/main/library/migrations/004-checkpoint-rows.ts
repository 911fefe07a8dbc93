import type { Migration } from '../migration.ts'

/** `role` also knows 3, a checkpoint, which is indexed without its wrapper. All is indexed anew. */
export const checkpointRows: Migration = {
  version: 4,
  sql: `
    insert into body (body) values ('delete-all');
    drop table message;
    delete from thread;
    delete from vocabulary;

    create table message (
      id integer primary key autoincrement,
      thread integer not null,
      message_index integer not null,
      role integer not null check (role in (0, 1, 2, 3)),
      at_ms integer,
      from_byte integer,
      bytes integer
    ) strict;
    create unique index message_place on message (thread, message_index);
  `,
}
