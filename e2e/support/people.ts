import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
} from '@playwright/test'
import { agreementVersion } from '#domain/checkouts/agreement.ts'
import type { SavePlanInput } from '#domain/plans/inputs.ts'
import { cookieStorage } from '#web/lib/session/cookie-storage.ts'
import {
  buttonOf,
  clinicOrigin,
  demoPassword,
  mainOrigin,
  newestMail,
  serverAddress,
  testCards,
} from './product.ts'
import { codeMailedTo, type Founder } from './sign-up.ts'
import { type AuthenticatorApp, appOf } from './two-factor.ts'

/*
 * Users for journeys. A worker's journeys share one server: they sign in demo users only to read, and create users who
 * join, leave or change.
 */

interface Session {
  access_token: string
  /** seconds since 1970: when the browser treats the token as expired */
  expires_at: number
  user: { id: string }
}

/**
 * Posts to the server from Node.
 *
 * @param token of the caller
 * @param clinic whose host is called
 */
async function post<Answer>(
  request: APIRequestContext,
  path: string,
  data: object,
  { token, clinic }: { token?: string; clinic?: string } = {},
): Promise<Answer> {
  const answer = await request.post(`${serverAddress}${path}`, {
    data,
    headers: {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(clinic ? { 'x-clinic': clinic } : {}),
    },
  })
  expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200)
  return answer.json()
}

/** Signs in at the auth service. @returns the session, with its access token and account */
export function sessionOf(
  request: APIRequestContext,
  email: string,
  password = demoPassword,
): Promise<Session> {
  return post(request, '/auth/v1/token?grant_type=password', { email, password })
}

/** Signs a browser profile in by storing the session as the login page does. */
export async function signInProfile(
  context: BrowserContext,
  email: string,
  password = demoPassword,
): Promise<void> {
  await storeSession(context, await sessionOf(context.request, email, password))
}

async function storeSession(context: BrowserContext, session: Session): Promise<void> {
  const cookies: string[] = []
  const jar = {
    get cookie() {
      return ''
    },
    set cookie(cookie: string) {
      cookies.push(cookie)
    },
  }
  const { hostname } = new URL(mainOrigin)
  cookieStorage(jar, hostname, hostname).setItem('carefold-session', JSON.stringify(session))
  await context.addCookies(
    cookies.map((cookie) => {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      return { name, value, domain: `.${hostname}`, path: '/', sameSite: 'Lax' as const }
    }),
  )
}

/** Makes the profile treat its token as expired, so that the next page refreshes it first. */
export async function spendToken(context: BrowserContext): Promise<void> {
  const { hostname } = new URL(mainOrigin)
  const cookies = await context.cookies(mainOrigin)
  const jar = { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
  const session: Session = JSON.parse(
    cookieStorage(jar, hostname, hostname).getItem('carefold-session') ?? '',
  )
  await storeSession(context, { ...session, expires_at: 1 })
}

/**
 * Opens a demo clinic's page in a new browser profile, signed in.
 *
 * @param email `admin@sunrise.test`: names the clinic
 * @param path null: the journey opens the first page itself
 */
export async function openAs(
  browser: Browser,
  email: string,
  path: string | null,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext(options)
  await signInProfile(context, email)
  const page = await context.newPage()
  if (path) await page.goto(`${clinicOrigin(/@(\w+)\./.exec(email)?.[1] ?? '')}${path}`)
  return page
}

/**
 * Creates an account, confirms its address with the mail's code and signs the profile in.
 *
 * @param metadata of the sign-up, such as `full_name` and `userType`
 * @returns the user's id
 */
export async function openAccount(
  context: BrowserContext,
  { email, password, ...metadata }: { email: string; password: string } & Record<string, string>,
): Promise<string> {
  const { request } = context
  const { id } = await post<{ id: string }>(request, '/auth/v1/signup', { email, password, data: metadata })
  const token = await codeMailedTo(request, email)
  await storeSession(
    context,
    await post(request, '/auth/v1/verify', { type: 'email', email, token, password }),
  )
  return id
}

/** Opens a clinic for a founder, signed in with the password alone. @returns the founder's id */
export function openHub(
  context: BrowserContext,
  { name, email, password }: Founder,
  clinic: { name: string; subdomain: string },
): Promise<string> {
  return openAccount(context, {
    email,
    password,
    userType: 'clinicAdmin',
    full_name: name,
    clinicName: clinic.name,
    subdomain: clinic.subdomain,
  })
}

export async function confirmItIsYou(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByLabel('Current password').fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
}

export async function takeTwoSteps(
  context: BrowserContext,
  email: string,
  password: string,
): Promise<AuthenticatorApp> {
  const { request } = context
  const { access_token: token } = await sessionOf(request, email, password)
  const factor = await post<{ id: string; totp: { secret: string } }>(
    request,
    '/auth/v1/factors',
    { factor_type: 'totp', friendly_name: 'Authenticator app' },
    { token },
  )
  const app = appOf(factor.totp.secret)
  const path = `/auth/v1/factors/${factor.id}`
  const challenge = await post<{ id: string }>(request, `${path}/challenge`, {}, { token })
  const code = await app.nextCode()
  await storeSession(
    context,
    await post(request, `${path}/verify`, { challenge_id: challenge.id, code }, { token }),
  )
  return app
}

/**
 * Creates an account with a proven address and joins a clinic as a patient without a plan; the profile is signed in.
 */
export async function joinAsPatient(
  context: BrowserContext,
  clinic: 'sunrise' | 'harbor',
  { email, name, password }: { email: string; name: string; password: string },
): Promise<void> {
  await openAccount(context, { email, password, full_name: name })
  const { access_token: token } = await sessionOf(context.request, email, password)
  const clinicId = await clinicIdOf(context.request, clinic)
  await post(context.request, '/functions/v1/join-clinic', { clinicId }, { token, clinic })
}

/**
 * Joins a clinic with a new account and pays for a plan, by default the oldest, which no journey has created. The
 * profile is signed in.
 */
export async function joinAndPay(
  context: BrowserContext,
  clinic: 'sunrise' | 'harbor',
  person: { email: string; name: string; password: string },
  plan = '',
): Promise<void> {
  const { request } = context
  await post(request, '/functions/v1/clinic-join', { ...person, subdomain: clinic })
  const session = await sessionOf(request, person.email, person.password)
  const { access_token: token } = session
  await storeSession(context, session)
  const answer = await request.get(
    `${serverAddress}/rest/v1/plans?clinic_id=eq.${await clinicIdOf(request, clinic)}&status=eq.published&select=name,prices:plan_prices(id)&prices.role=eq.adult&order=published_at`,
    { headers: { 'x-clinic': clinic } },
  )
  const offers = (await answer.json()) as { name: string; prices: { id: string }[] }[]
  const priceId = offers.find(({ name }) => name.includes(plan))?.prices[0]?.id
  const { url } = await post<{ url: string }>(
    request,
    '/functions/v1/join-plan',
    {
      priceId,
      attempt: crypto.randomUUID(),
      agreement: { version: agreementVersion(null), signedName: 'Pat Journey' },
    },
    { token, clinic },
  )
  const paid = await request.post(url.replace(new URL(url).origin, serverAddress), {
    form: {
      number: testCards.succeeds,
      expiry: '12 / 34',
      cvc: '123',
      name: person.name,
      email: person.email,
    },
    maxRedirects: 0,
  })
  expect(paid.status(), await paid.text()).toBe(303)
  // the payment is known once Stripe's event arrives
  await expect(async () => {
    const held = await request.get(`${serverAddress}/rest/v1/subscriptions?status=eq.active&select=id`, {
      headers: { Authorization: `Bearer ${token}`, 'x-clinic': clinic },
    })
    expect(await held.json()).toHaveLength(1)
  }).toPass({ timeout: 30_000, intervals: [50, 100, 200] })
}

export async function aPlan(
  request: APIRequestContext,
  clinic: 'sunrise' | 'harbor',
  plan: SavePlanInput,
): Promise<string> {
  const { access_token: token } = await sessionOf(request, `admin@${clinic}.test`)
  const as = { token, clinic }
  const { id } = await post<{ id: string }>(request, '/functions/v1/save-plan', plan, as)
  await post(request, '/functions/v1/publish-plan', { planId: id }, as)
  return id
}

export async function closePlan(
  request: APIRequestContext,
  clinic: 'sunrise' | 'harbor',
  planId: string,
): Promise<void> {
  const { access_token: token } = await sessionOf(request, `admin@${clinic}.test`)
  await post(request, '/functions/v1/close-plan', { planId }, { token, clinic })
}

export async function clinicIdOf(request: APIRequestContext, subdomain: string): Promise<string> {
  const answer = await request.get(`${serverAddress}/rest/v1/clinics?subdomain=eq.${subdomain}&select=id`)
  expect(answer.status(), await answer.text()).toBe(200)
  const [clinic] = (await answer.json()) as { id: string }[]
  if (!clinic) throw new Error(`there is no clinic ${subdomain}`)
  return clinic.id
}

/** Sends an invitation of a demo clinic as its admin. @returns the mail's link */
export async function inviteTo(
  request: APIRequestContext,
  subdomain: 'sunrise' | 'harbor',
  invited: { email: string; role: 'patient' | 'member'; name?: string },
): Promise<string> {
  const { access_token: token } = await sessionOf(request, `admin@${subdomain}.test`)
  const invitation = {
    clinicId: await clinicIdOf(request, subdomain),
    redirectUrl: `${clinicOrigin(subdomain)}/auth/callback/invite`,
    ...invited,
  }
  await post(request, '/functions/v1/invite-patient', invitation, { token, clinic: subdomain })
  // another clinic may have invited this address before
  const subject = new RegExp(`^${subdomain}.* invites you$`, 'i')
  return buttonOf(await newestMail(request, invited.email, subject))
}
