import { type APIRequestContext, expect, type Page } from '@playwright/test'

// each worker has its own server; `npm test` chooses free ports (scripts/check/suites.ts)
const port = Number(process.env.E2E_PORT ?? 3100) + 2 * Number(process.env.TEST_PARALLEL_INDEX ?? 0)

export const mainOrigin = `http://carefold.localhost:${port}`

// for requests from Node, which may not resolve *.localhost; browsers do (RFC 6761)
export const serverAddress = `http://127.0.0.1:${port}`

/** Metrics port of this worker's server; a server started by hand needs the setting too. */
export const metricsPort = port + 1

export function clinicOrigin(subdomain: string): string {
  const url = new URL(mainOrigin)
  url.hostname = `${subdomain}.${url.hostname}`
  return url.origin
}

export const demoPassword = 'carefold-demo'

export interface CaughtMail {
  id: string
  subject: string
  text: string
  links: string[]
}

/**
 * Waits for the newest mail to an address whose subject matches; jobs send mails.
 *
 * @param since an earlier mail to ignore
 */
export async function newestMail(
  request: APIRequestContext,
  to: string,
  subject: RegExp,
  since?: CaughtMail,
): Promise<CaughtMail> {
  let found: CaughtMail | undefined
  await expect(async () => {
    const answer = await request.get(`${serverAddress}/dev/mail.json?to=${encodeURIComponent(to)}`)
    const mails = (await answer.json()) as CaughtMail[]
    found = mails.find((mail) => subject.test(mail.subject))
    expect(found, `a mail to ${to} about ${subject}`).toBeDefined()
    expect(found?.id).not.toBe(since?.id)
  }).toPass({ timeout: 15_000, intervals: [50, 100, 200] })
  return found as CaughtMail
}

export function buttonOf(mail: CaughtMail): string {
  const [link] = mail.links
  if (!link) throw new Error(`the mail "${mail.subject}" has no link`)
  return link
}

export async function confirmSignUp(page: Page, link: string, password: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Confirm email address' }).click()
}

/** Advances the product's clock and waits for all due jobs. @param duration ISO 8601, such as P1M */
export async function advanceClock(request: APIRequestContext, duration: string): Promise<Date> {
  const answer = await request.post(`${serverAddress}/dev/clock`, { data: { advance: duration } })
  expect(answer.status()).toBe(200)
  return new Date(((await answer.json()) as { now: string }).now)
}

/** Makes the last proof of identity fifteen minutes old, in all sessions of the user. */
export async function ageProofs(request: APIRequestContext, email: string): Promise<void> {
  const answer = await request.post(`${serverAddress}/dev/proofs`, { data: { email, minutes: 15 } })
  expect(answer.status(), await answer.text()).toBe(200)
}

export async function setAccountReachable(
  request: APIRequestContext,
  clinic: string,
  isReachable: boolean,
): Promise<void> {
  const answer = await request.post(`${serverAddress}/dev/account`, { data: { clinic, isReachable } })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** The product's clock: an earlier journey on the same server may have moved it. */
export async function serverNow(request: APIRequestContext): Promise<Date> {
  const answer = await request.get(`${serverAddress}/dev/clock`)
  return new Date(((await answer.json()) as { now: string }).now)
}

/** A date that is in the future in every time zone, YYYY-MM-DD. */
export async function inTwoDays(request: APIRequestContext): Promise<string> {
  const now = await serverNow(request)
  return new Date(now.getTime() + 2 * 86_400_000).toISOString().slice(0, 10)
}

export async function signIn(page: Page, origin: string, email: string, password: string): Promise<void> {
  await page.goto(`${origin}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

export async function payWithCard(page: Page, number: string, name: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.getByLabel('Name on card').fill(name)
  await page.getByRole('button', { name: /^(Pay|Subscribe|Start)/ }).click()
}

export const testCards = { succeeds: '4242 4242 4242 4242', declined: '4000 0000 0000 0002' } as const

/** Waits until a page shows its content. Not for an idle network: the clinic's pages have an open stream. */
export async function expectLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

export async function signAgreement(page: Page, name = 'Pat Journey'): Promise<void> {
  await page.getByLabel(/^I have read this agreement/).check()
  await page.getByLabel(/^Your full name, as your signature/).fill(name)
}
