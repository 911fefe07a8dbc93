/** What rows are, as the index writes it. A checkpoint is stored as a user's message and is none. */
export const ROLE_CODES = { user: 0, assistant: 1, title: 2, checkpoint: 3 } as const

export type RowRole = keyof typeof ROLE_CODES
