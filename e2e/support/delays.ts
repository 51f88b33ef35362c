import { expect, type Page } from '@playwright/test'

interface Noting {
  askedDelays: number[]
}

/** Records each delay that the page requests, from its next load on. */
export async function noteDelays(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const askedDelays: number[] = []
    const later = window.setTimeout.bind(window)
    const noting = (work: () => void, delayMs = 0) => {
      askedDelays.push(delayMs)
      return later(work, delayMs)
    }
    Object.assign(window, { askedDelays, setTimeout: noting })
  })
}

/**
 * Expects that `work` requests a delay of this length from the browser, so that no clock decides the test. The page
 * must stay loaded.
 */
export async function expectDelay(page: Page, delayMs: number, work: () => Promise<void>): Promise<void> {
  const asked = () =>
    page.evaluate(
      (ms) => (window as unknown as Noting).askedDelays.filter((each) => each === ms).length,
      delayMs,
    )
  const before = await asked()
  await work()
  expect(await asked(), `delays of ${delayMs} ms`).toBeGreaterThan(before)
}
