/** Exit codes of the command line. */
export const EXIT = { done: 0, someFailed: 1, wrongUse: 2, nothingToCompact: 3, invalidRequest: 4 } as const
