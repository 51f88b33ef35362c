import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{bench,conformance,db,domain,server,sandbox,web,testing,scripts}/**/*.test.{ts,tsx}'],
    // a process loads the server and opens a database once, not for every file: half of all time otherwise
    isolate: false,
    globalSetup: ['testing/database/global-setup.ts'],
    setupFiles: ['testing/browser/unexpected-console.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // two cores are what the smallest machine has
    maxWorkers: 2,
  },
})
