import type { HostPort } from '../ports.ts'

/** A host that answers like a person who closes every dialog; `overrides` says what a test needs instead. */
export function testHost(overrides: Partial<HostPort> = {}): HostPort {
  return {
    chooseFolder: async () => null,
    chooseFiles: async () => [],
    trashItem: async () => undefined,
    revealItem: async () => undefined,
    openExternal: async () => undefined,
    writeClipboard: async () => undefined,
    getSecret: async () => null,
    setSecret: async () => 'session-only',
    secretState: async () => 'none',
    applyTheme: async () => undefined,
    ...overrides,
  }
}
