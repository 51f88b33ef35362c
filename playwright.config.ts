import { defineConfig } from '@playwright/test'
import { chromiumLaunch } from './testing/browser/chromium.ts'

/** A folder for traces of failures, which cost a fifth of all processor time (scripts/check/suites.ts). */
const traced = process.env.E2E_TRACE

/** Journeys in a real browser on the built app; each worker has its own server (e2e/support/server.ts). */
export default defineConfig({
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
  use: {
    launchOptions: await chromiumLaunch(),
    screenshot: 'only-on-failure',
    // the DOM at each step, without a film, which took a quarter more
    trace: traced ? { mode: 'retain-on-failure', screenshots: false } : 'off',
  },
})
