import type { Migration } from '../migration.ts'

/**
 * `root` is the workspace a thread belongs to, empty for threads named by an absolute path. So one thread has
 * one draft, whichever workspace is open.
 */
export const tabsDraftsInstructions: Migration = {
  version: 1,
  sql: `
    create table tab (
      root text not null,
      position integer not null,
      thread text not null,
      is_pinned integer not null check (is_pinned in (0, 1)),
      message_index integer,
      offset_px real,
      primary key (root, position)
    ) strict, without rowid;

    create table active_tab (
      root text primary key,
      position integer not null
    ) strict, without rowid;

    create table draft (
      root text not null,
      thread text not null,
      text text not null,
      saved_ms integer not null,
      primary key (root, thread)
    ) strict, without rowid;

    create table instruction (
      root text not null,
      thread text not null,
      text text not null,
      saved_ms integer not null,
      primary key (root, thread)
    ) strict, without rowid;
  `,
}
