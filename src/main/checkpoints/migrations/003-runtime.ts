import type { Migration } from '../migration.ts'

/**
 * What belongs to a thread beside its file. `compaction_event` has the seven fields of S-054 under their own names,
 * then the bookkeeping. `override.event_id` is the event that was active when the decision was made, empty for none:
 * a decision made under an event that was undone does not count.
 */
export const runtime: Migration = {
  version: 3,
  sql: `
    create table journal (
      root text not null,
      thread text not null,
      seq integer not null,
      kind text not null check (kind in ('message', 'patch')),
      message_index integer not null,
      body text not null,
      at_ms integer not null,
      primary key (root, thread, seq)
    ) strict, without rowid;

    create table queue (
      root text not null,
      thread text not null,
      id text not null,
      position integer not null,
      text text not null,
      waits_for text not null check (waits_for in ('turn', 'compaction')),
      primary key (root, thread, id)
    ) strict, without rowid;

    create table compaction_event (
      root text not null,
      thread text not null,
      number integer not null,
      cutoff_index integer not null,
      cutoff_message_id text not null,
      summary_message text not null,
      file_path text,
      strategy text not null,
      tokens_before integer not null,
      tokens_after integer not null,
      id text not null,
      kind text not null,
      created_ms integer not null,
      prefix_hash text not null,
      parent_id text,
      is_undone integer not null default 0 check (is_undone in (0, 1)),
      name text not null default '',
      details text not null,
      primary key (root, thread, number)
    ) strict, without rowid;
    create unique index compaction_event_id on compaction_event (root, thread, id);

    create table thread_context (
      root text not null,
      thread text not null,
      active_id text,
      compacted_ms integer,
      changed_ms integer,
      provider_id text,
      primary key (root, thread)
    ) strict, without rowid;

    create table projection_override (
      root text not null,
      thread text not null,
      seq integer not null,
      event_id text not null,
      message_id text not null,
      message_index integer not null,
      call integer,
      step text not null,
      change text not null,
      file_path text,
      primary key (root, thread, seq)
    ) strict, without rowid;

    create table mark (
      root text not null,
      thread text not null,
      message_index integer not null,
      message_id text not null,
      kind text not null check (kind in ('pin', 'exclude', 'star')),
      primary key (root, thread, kind, message_index)
    ) strict, without rowid;

    create table activity (
      id integer primary key autoincrement,
      root text not null,
      thread text not null,
      at_ms integer not null,
      kind text not null,
      result text not null,
      tokens integer,
      cost_usd real,
      duration_ms integer,
      details text not null
    ) strict;
    create index activity_thread on activity (root, thread, id);

    create table policy (
      scope text not null check (scope in ('default', 'workspace', 'thread')),
      root text not null,
      thread text not null,
      value text not null,
      primary key (scope, root, thread)
    ) strict, without rowid;
  `,
}
