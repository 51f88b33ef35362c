import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{bench,conformance,db,domain,server,sandbox,web,testing,scripts}/**/*.test.{ts,tsx}'],
    // a process loads the server and opens a database once, not per file: saves half of all time
    isolate: false,
    globalSetup: ['testing/database/global-setup.ts'],
    setupFiles: ['testing/browser/unexpected-console.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // the smallest machine has two cores
    maxWorkers: 2,
  },
})
