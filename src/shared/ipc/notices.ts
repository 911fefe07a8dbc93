/** Something about the program's own files that a person is told once, quietly. The renderer has a text for each. */
export const NOTICE_CODES = [
  /** The core stopped in the middle of the run and was started again; the path is that of the log. */
  'core-restarted',
  /** The database was damaged, moved aside and begun anew. */
  'database-recovered',
  /** A newer version wrote the database: it is left alone, nothing is kept in this run. */
  'database-newer',
  /** The database cannot be used: nothing is kept in this run. */
  'database-unavailable',
  /** The database's file was deleted or replaced while the program ran; it was written anew, to the path. */
  'database-gone',
  /** A damaged file was moved aside; what it held is not in force. */
  'settings-recovered',
  'providers-recovered',
  /** The file is there and cannot be read: it is left alone, what is changed counts for this run only. */
  'settings-unavailable',
  'providers-unavailable',
  /** Single settings had values that mean nothing; their defaults are in force. */
  'settings-values',
  /** The folder that was open last is not there any more. */
  'workspace-gone',
  /** The program's own sample is missing. */
  'sample-missing',
] as const

export type NoticeCode = (typeof NOTICE_CODES)[number]

export interface AppNotice {
  readonly code: NoticeCode
  /** The file or folder it is about, absolute; for `-recovered` where the damaged file lies now. */
  readonly path: string
}
