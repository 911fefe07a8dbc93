/** Roles of rows as the index writes them. */
export const ROLE_CODES = { user: 0, assistant: 1, title: 2 } as const

export type RowRole = keyof typeof ROLE_CODES
