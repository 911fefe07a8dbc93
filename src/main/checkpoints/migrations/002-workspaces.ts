import type { Migration } from '../migration.ts'

/** Workspaces that were open, and files outside of them that the person chose to open. */
export const workspaces: Migration = {
  version: 2,
  sql: `
    create table workspace (
      root text primary key,
      opened_ms integer not null
    ) strict, without rowid;

    create table granted_file (
      path text primary key,
      granted_ms integer not null
    ) strict, without rowid;
  `,
}
