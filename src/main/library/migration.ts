/** One step forward of the index's schema. `version` is `user_version` after it. */
export interface Migration {
  readonly version: number
  readonly sql: string
}
