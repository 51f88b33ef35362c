import { expect, type Page } from '@playwright/test'

/** Where a page keeps the delays that it has asked for. */
interface Noting {
  askedDelays: number[]
}

/** From the next load on, the page notes each delay that it asks for. */
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
 * Expects that something makes a page wait for so long: by what it asks of the browser, so that no clock decides the test.
 * The page stays loaded meanwhile.
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
