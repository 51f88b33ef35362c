import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { expect, type Page } from '@playwright/test'

/** Downloads of a page, in bytes as sent: built files compressed with brotli. */
export interface Weight {
  scripts: number
  styles: number
  files: number
  /** requests to the server's protocols before the content is shown; the stream of changes is one */
  questions: number
}

const sizes = new Map<string, number>()

export function sentBytes(path: string): number {
  let size = sizes.get(path)
  if (size === undefined) {
    size = brotliCompressSync(readFileSync(`.build/web${path}`)).length
    sizes.set(path, size)
  }
  return size
}

/** Opens a page in a new tab and weighs its downloads until the content is shown. */
export async function weigh(page: Page, address: string): Promise<Weight> {
  const loaded = new Set<string>()
  let questions = 0
  const note = (request: { url(): string }) => {
    const { pathname } = new URL(request.url())
    if (/^\/assets\/.*\.(?:js|css)$/.test(pathname)) loaded.add(pathname)
    if (/^\/(?:rest|functions|auth|reads|live)\/v1/.test(pathname)) questions++
  }
  page.on('request', note)
  await page.addInitScript(holdIdleWork)
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('[aria-busy="true"]:not([data-idle])')).toHaveCount(0)
  page.off('request', note)
  const bytes = (ending: string) =>
    [...loaded].filter((path) => path.endsWith(ending)).reduce((sum, path) => sum + sentBytes(path), 0)
  return { scripts: bytes('.js'), styles: bytes('.css'), files: loaded.size, questions }
}

/** Excludes idle work, which would start before the content on a slow machine. */
function holdIdleWork(): void {
  const later = window.setTimeout.bind(window)
  Object.assign(window, {
    requestIdleCallback: () => 0,
    setTimeout: (work: () => void, delayMs = 0) => (delayMs < 1_000 ? later(work, delayMs) : 0),
  })
}
