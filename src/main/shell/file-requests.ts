/** Files that somebody asked to open: the command line, a second start, the system's file manager. */
export interface FileRequests {
  /** Absolute paths. */
  add(paths: readonly string[]): void
  /** From now on paths go to `open`, those that came before first. */
  connect(open: (paths: readonly string[]) => void): void
}

/** Holds what is asked for until the app can open it: macOS asks before the app is ready. */
export function createFileRequests(): FileRequests {
  let waiting: readonly string[] = []
  let open: ((paths: readonly string[]) => void) | null = null
  return {
    add(paths) {
      if (open === null) waiting = [...waiting, ...paths]
      else if (paths.length > 0) open(paths)
    },
    connect(opener) {
      open = opener
      if (waiting.length > 0) opener(waiting)
      waiting = []
    },
  }
}
