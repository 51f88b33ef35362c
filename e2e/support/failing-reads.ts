import type { Page } from '@playwright/test'
import { type Read, type ReadAnswer, readsPath } from '#domain/reads.ts'
import { serverAddress } from './product.ts'

/** Requests of the data API and functions that read, also several of them in one (docs/decisions/0119). */
export const everyRead = /\/(rest\/v1\/|reads\/v1$)/

/**
 * While `work` runs, the server fails at one read, whether it is sent alone or with others.
 *
 * @param path the start of the read's path: `/rest/v1/clinics`
 */
export async function whileFailing(page: Page, path: string, work: () => Promise<void>): Promise<void> {
  const failure = { code: 'unexpected_failure' }
  const isMeant = (url: URL) => url.pathname === path
  const isSeveral = (url: URL) => url.pathname === readsPath
  await page.route(isMeant, (route) => route.fulfill({ status: 500, json: failure }))
  await page.route(isSeveral, async (route) => {
    const { reads } = route.request().postDataJSON() as { reads: Read[] }
    // Node knows no address for a clinic's host; the request's header names the clinic
    const answer = await route.fetch({ url: `${serverAddress}${readsPath}` })
    const lines = (await answer.text()).trimEnd().split('\n')
    const failed = lines.map((line) => {
      const { of } = JSON.parse(line) as ReadAnswer
      const asked = new URL(reads[of]?.path ?? '/', serverAddress).pathname
      return asked === path
        ? JSON.stringify({ of, status: 500, headers: {}, body: JSON.stringify(failure) })
        : line
    })
    await route.fulfill({ response: answer, body: `${failed.join('\n')}\n` })
  })
  await work()
  // an answer may be on its way while the page is left
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}
