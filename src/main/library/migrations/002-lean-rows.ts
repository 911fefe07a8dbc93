import type { Migration } from '../migration.ts'

/**
 * The same tables, smaller; all is indexed anew. A row of the index names its column but for the first one, so the
 * first is the one with the most words: what tools gave. `role`: 0 user, 1 assistant, 2 title. `from_byte` and `bytes`
 * are where the message lies in its file (null = the format has no such place).
 */
export const leanRows: Migration = {
  version: 2,
  sql: `
    drop table body;
    drop table message;
    delete from thread;
    delete from vocabulary;

    create table message (
      id integer primary key autoincrement,
      thread integer not null,
      message_index integer not null,
      role integer not null check (role in (0, 1, 2)),
      at_ms integer,
      from_byte integer,
      bytes integer
    ) strict;
    create unique index message_place on message (thread, message_index);

    create virtual table body using fts5 (
      tool, text, thinking, title, facet,
      content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 2"
    );
  `,
}
