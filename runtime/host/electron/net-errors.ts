/** Chromium's numbers for what commonly goes wrong while loading; others are ERR_FAILED. */
const NUMBERS: Readonly<Record<string, number>> = {
  ERR_FAILED: -2,
  ERR_ABORTED: -3,
  ERR_FILE_NOT_FOUND: -6,
  ERR_TIMED_OUT: -7,
  ERR_ACCESS_DENIED: -10,
  ERR_BLOCKED_BY_CLIENT: -20,
  ERR_CONNECTION_RESET: -101,
  ERR_CONNECTION_REFUSED: -102,
  ERR_NAME_NOT_RESOLVED: -105,
  ERR_INTERNET_DISCONNECTED: -106,
  ERR_ADDRESS_UNREACHABLE: -109,
  ERR_INVALID_URL: -300,
  ERR_UNKNOWN_URL_SCHEME: -302,
  ERR_EMPTY_RESPONSE: -324,
}

export interface LoadError extends Error {
  readonly code: string
  readonly errno: number
  readonly url: string
}

/** `net::ERR_X` as Electron's `loadURL` rejects with it: `ERR_X (-n) loading 'url'`. */
export function loadError(errorText: string, url: string): LoadError {
  const code = errorText.replace(/^net::/, '')
  const errno = Object.hasOwn(NUMBERS, code) ? (NUMBERS[code] ?? -2) : -2
  return Object.assign(new Error(`${code} (${errno}) loading '${url}'`), { code, errno, url })
}
