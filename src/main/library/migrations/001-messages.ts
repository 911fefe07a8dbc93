import type { Migration } from '../migration.ts'

/**
 * `message.id` grows with the time of indexing and is the row of `body`: from high to low is from new to old over all
 * threads. `message_index` -1 is the thread's title. Bodies stay in the thread files; `from_byte` to `to_byte` is where
 * (null = the format has no such place). `vocabulary` holds every different word once, one batch a row.
 */
export const messages: Migration = {
  version: 1,
  sql: `
    create table thread (
      id integer primary key,
      root text not null,
      path text not null,
      folder text not null,
      title text not null,
      model text not null,
      format text not null,
      size_bytes integer not null,
      modified_ms real not null,
      mark text not null,
      messages integer not null,
      has_checkpoint integer not null check (has_checkpoint in (0, 1)),
      state text not null check (state in ('partial', 'ready', 'failed')),
      unique (root, path)
    ) strict;

    create table message (
      id integer primary key autoincrement,
      thread integer not null,
      message_index integer not null,
      role text not null check (role in ('user', 'assistant', 'title')),
      at_ms integer,
      tokens integer not null,
      from_byte integer,
      to_byte integer
    ) strict;
    create unique index message_place on message (thread, message_index);

    create virtual table body using fts5 (
      title, text, tool, thinking, facet,
      content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 2"
    );

    create table vocabulary (
      id integer primary key,
      words text not null
    ) strict;
  `,
}
