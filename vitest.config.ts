import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/**
 * Units and properties. Node is the environment; a test of the page says so at its top
 * (`// @vitest-environment happy-dom`). The limits leave room for two busy processor cores.
 */
export default defineConfig({
  plugins: [react()],
  test: {
    include: ['{src,cli,runtime,scripts,bench,e2e/provider}/**/*.test.{ts,tsx,mjs}'],
    environment: 'node',
    // Modules of the shell are given the host; importing it starts nothing.
    alias: { electron: resolve(import.meta.dirname, 'runtime/host/electron/index.ts') },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 10_000,
    // What comes is asked for until it is there; a limit that is never reached costs nothing.
    expect: { poll: { timeout: 60_000, interval: 20 } },
    maxWorkers: 2,
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    coverage: { provider: 'v8', reporter: ['text-summary'], include: ['src/**', 'cli/**'] },
  },
})
