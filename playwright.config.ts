import { defineConfig } from '@playwright/test'

/** Screenshots of the demo and of failures go to out/, which is never committed. */
export default defineConfig({
  outputDir: 'test-results',
  // A continuous integration runs on two shared cores; a limit that is never reached costs nothing.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  // A shared machine may starve a launch for a minute. A spec that needs its second try is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  fullyParallel: false,
  workers: 2,
  reporter: 'list',
  use: { trace: 'off', screenshot: 'only-on-failure' },
  projects: [
    { name: 'specs', testDir: 'e2e/specs' },
    { name: 'demo', testDir: 'e2e/demo', timeout: 600_000 },
  ],
})
