import type { Locator, Page } from '@playwright/test'
import { serverAddress } from './product.ts'

/** The PDF that a button opens in a tab. Read by URL, since some browsers show a PDF and others download it. */
export async function openedPdf(page: Page, button: Locator): Promise<Buffer> {
  const [opened] = await Promise.all([
    page.context().waitForEvent('request', (request) => new URL(request.url()).pathname.endsWith('/pdf')),
    button.click(),
  ])
  const { pathname } = new URL(opened.url())
  return (await page.context().request.get(`${serverAddress}${pathname}`)).body()
}
