/** One step forward. `version` is `user_version` after it. */
export interface Migration {
  readonly version: number
  readonly sql: string
}
