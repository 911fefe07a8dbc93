import type { Migration } from '../migration.ts'

/** `source_name`: equal for a thread and for what was imported of it; empty = not known. Every thread is asked anew. */
export const sourceNames: Migration = {
  version: 5,
  sql: `
    alter table thread add column source_name text not null default '';
    create index thread_source on thread (source_name);
    update thread set state = 'partial' where state = 'ready';
  `,
}
