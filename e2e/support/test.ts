import { type BrowserContext, test as base, expect } from '@playwright/test'
import { mainOrigin } from './product.ts'
import { runServer, type Started } from './server.ts'

export { expect }

interface PerWorker extends Started {
  server: undefined
  /** Browser errors so far. A test that expects one removes it. */
  browserErrors: string[]
  lastTest: { file: string; contexts: BrowserContext[] }
}

interface Checks {
  noUnexpectedErrors: undefined
  noPagesOfOtherFiles: undefined
}

/**
 * The journeys' `test`: each worker has its own server, and an uncaught exception or console.error in any page fails
 * the test.
 */
export const test = base.extend<Checks, PerWorker>({
  baseURL: mainOrigin,
  isStrict: [true, { scope: 'worker', option: true }],
  server: [
    async ({ isStrict }, use) => {
      const stop = await runServer({ isStrict })
      await use(undefined)
      await stop()
    },
    { scope: 'worker', auto: true, timeout: 240_000 },
  ],
  browserErrors: [
    async ({ browser }, use) => {
      const errors: string[] = []
      browser.on('context', (context) => watchErrors(context, errors))
      await use(errors)
    },
    { scope: 'worker', auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  lastTest: [async ({}, use) => use({ file: '', contexts: [] }), { scope: 'worker' }],
  // each page holds a live stream, of which a user may have twelve
  noPagesOfOtherFiles: [
    async ({ browser, lastTest }, use, { file }) => {
      if (lastTest.file !== file) for (const context of lastTest.contexts) await context.close()
      await use(undefined)
      Object.assign(lastTest, { file, contexts: browser.contexts() })
    },
    { auto: true },
  ],
  noUnexpectedErrors: [
    async ({ browserErrors }, use) => {
      await use(undefined)
      expect(browserErrors.splice(0), 'errors in the browser').toEqual([])
    },
    { auto: true },
  ],
})

function watchErrors(context: BrowserContext, errors: string[]): void {
  context.on('weberror', (problem) => errors.push(`${problem.page()?.url()}: ${problem.error().stack}`))
  context.on('console', (message) => {
    if (message.type() !== 'error' || isRefusal(message.text())) return
    errors.push(`${message.page()?.url()}: ${message.text()}`)
  })
}

/** Chromium reports every answer of 400 and above and every failed request, which many journeys expect. */
function isRefusal(text: string): boolean {
  return /^Failed to load resource: (the server responded with a status of 4\d\d |net::ERR_INTERNET_DISCONNECTED)/.test(
    text,
  )
}
