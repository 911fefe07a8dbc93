import type { Migration } from '../migration.ts'

/** The same tables; all is indexed anew, by words without accents in every script, as queries ask for them. */
export const foldedWords: Migration = {
  version: 3,
  sql: `
    insert into body (body) values ('delete-all');
    delete from message;
    delete from thread;
    delete from vocabulary;
  `,
}
