import { defineConfig } from '@playwright/test'
import type { Started } from './e2e/support/server.ts'
import { chromiumLaunch } from './testing/browser/chromium.ts'

/** A folder for traces of failures, which cost a fifth of all processor time (scripts/check/suites.ts). */
const traced = process.env.E2E_TRACE

/** Journeys of the app as it ships; React's development version costs a quarter more (docs/decisions/0224). */
const shipped = '**/e2e/{access,money,pages}/*.spec.ts'

/** Journeys in a real browser on the built app; each worker has its own server (e2e/support/server.ts). */
export default defineConfig<object, Started>({
  testDir: 'e2e',
  outputDir: traced ?? 'test-results',
  globalSetup: './e2e/support/prepare.ts',
  // the smallest machine has two cores
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.CHECK_REPORT
    ? [['json', { outputFile: process.env.CHECK_REPORT }], ['line']]
    : 'list',
  projects: [
    { name: 'strict', testIgnore: shipped },
    { name: 'shipped', testMatch: shipped, use: { isStrict: false } },
  ],
  use: {
    // fades and slides draw sixty frames a second, with the processor
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: await chromiumLaunch(),
    screenshot: 'only-on-failure',
    // the DOM at each step, without a film, which took a quarter more
    trace: traced ? { mode: 'retain-on-failure', screenshots: false } : 'off',
  },
})
