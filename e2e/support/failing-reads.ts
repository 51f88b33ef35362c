import type { Page } from '@playwright/test'
import { type Read, type ReadAnswer, readsPath } from '#domain/reads.ts'
import { serverAddress } from './product.ts'

/** Requests of the data API and functions that read, alone or batched (docs/decisions/0119). */
export const everyRead = /\/(rest\/v1\/|reads\/v1$)/

/**
 * Makes one read fail while `work` runs, alone or batched.
 *
 * @param path the start of the read's path: `/rest/v1/clinics`
 */
export function whileFailing(page: Page, path: string, work: () => Promise<void>): Promise<void> {
  return whileAnswering(page, path, { status: 500, json: { code: 'unexpected_failure' } }, work)
}

/**
 * Answers one read while `work` runs, alone or batched: for data that a demo clinic cannot have.
 *
 * @param path the start of the read's path: `/rest/v1/clinics`
 */
export async function whileAnswering(
  page: Page,
  path: string,
  { status, json }: { status: number; json: object },
  work: () => Promise<void>,
): Promise<void> {
  const isMeant = (url: URL) => url.pathname === path
  const isSeveral = (url: URL) => url.pathname === readsPath
  await page.route(isMeant, (route) => route.fulfill({ status, json }))
  await page.route(isSeveral, async (route) => {
    const { reads } = route.request().postDataJSON() as { reads: Read[] }
    // Node cannot resolve a clinic's host; the request's header names the clinic
    const answer = await route.fetch({ url: `${serverAddress}${readsPath}` })
    const lines = (await answer.text()).trimEnd().split('\n')
    const answered = lines.map((line) => {
      const { of } = JSON.parse(line) as ReadAnswer
      const asked = new URL(reads[of]?.path ?? '/', serverAddress).pathname
      return asked === path ? JSON.stringify({ of, status, headers: {}, body: JSON.stringify(json) }) : line
    })
    await route.fulfill({ response: answer, body: `${answered.join('\n')}\n` })
  })
  await work()
  // an answer may be in flight while the page is left
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}
