/**
 * Tables whose rows are kept about one thread, by root and path, and belong to its file: they go when the file does.
 */
export const THREAD_TABLES = [
  'draft',
  'instruction',
  'journal',
  'reply_part',
  'queue',
  'compaction_event',
  'thread_context',
  'projection_override',
  'mark',
  'policy',
] as const

/** Tables that name a thread and outlive its file: the tab it is shown in, and the log of what was done. */
export const NAMING_TABLES = ['tab', 'activity'] as const
