import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium } from './testing/chromium.ts'

const port = Number(process.env.E2E_PORT ?? 3100)

/** Journeys in a real browser on the built app, with its own data folder. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // the journeys share one clinic's story and one clock
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.CHECK_REPORT
    ? [['json', { outputFile: process.env.CHECK_REPORT }], ['line']]
    : 'list',
  use: {
    baseURL: `http://carefold.localhost:${port}`,
    launchOptions: { executablePath: await findChromium(), args: chromiumFlags },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
  webServer: {
    command: `node scripts/start.ts`,
    url: `http://127.0.0.1:${port}/ready`,
    timeout: 240_000,
    // while writing a journey: a server that runs already is used as it is
    reuseExistingServer: !process.env.CI && !process.env.CHECK_REPORT,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: { PORT: String(port), DATA_DIR: 'test-results/data', LOG_LEVEL: 'warn', NODE_ENV: 'development' },
  },
})
