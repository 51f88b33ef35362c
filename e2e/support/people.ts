import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
} from '@playwright/test'
import { cookieStorage } from '#web/lib/cookie-storage.ts'
import {
  buttonOf,
  clinicOrigin,
  confirmSignUp,
  demoPassword,
  mainOrigin,
  newestMail,
  serverAddress,
} from './product.ts'

/*
 * People for journeys that are not about signing in. A worker's journeys share one server: demo people are signed in and
 * looked at; whoever joins, leaves or changes is a person of the journey's own.
 */

/** Signs in by the auth service. @returns the session, with its access token and account */
export async function sessionOf(
  request: APIRequestContext,
  email: string,
  password = demoPassword,
): Promise<{ access_token: string; user: { id: string } }> {
  const answer = await request.post(`${serverAddress}/auth/v1/token?grant_type=password`, {
    data: { email, password },
  })
  expect(answer.status(), `sign-in of ${email}: ${await answer.text()}`).toBe(200)
  return answer.json()
}

/** Signs a browser profile in: its next page finds the session where the login page would have left it. */
export async function signInProfile(
  context: BrowserContext,
  email: string,
  password = demoPassword,
): Promise<void> {
  const session = await sessionOf(context.request, email, password)
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

/**
 * A page of a demo clinic in a browser profile of its own, its person signed in.
 *
 * @param email `admin@sunrise.test`: the clinic is in it
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
 * Opens an account and confirms its address, which signs the page in.
 *
 * @param metadata of the sign-up, such as `full_name` and `userType`
 * @returns the person's id
 */
export async function openAccount(
  page: Page,
  { email, password, ...metadata }: { email: string; password: string } & Record<string, string>,
): Promise<string> {
  const { request } = page
  const signUp = await request.post(`${serverAddress}/auth/v1/signup`, {
    data: { email, password, data: metadata },
  })
  expect(signUp.status(), await signUp.text()).toBe(200)
  await confirmSignUp(page, buttonOf(await newestMail(request, email, /confirm/i)), password)
  await page.waitForURL((url) => url.pathname !== '/auth/confirm')
  return ((await signUp.json()) as { id: string }).id
}

export async function clinicIdOf(request: APIRequestContext, subdomain: string): Promise<string> {
  const answer = await request.get(`${serverAddress}/rest/v1/clinics?subdomain=eq.${subdomain}&select=id`)
  expect(answer.status(), await answer.text()).toBe(200)
  const [clinic] = (await answer.json()) as { id: string }[]
  if (!clinic) throw new Error(`there is no clinic ${subdomain}`)
  return clinic.id
}

/** Invites somebody to a demo clinic in the name of its admin. @returns the link of the mail */
export async function inviteTo(
  request: APIRequestContext,
  subdomain: 'sunrise' | 'harbor',
  invited: { email: string; role: 'patient' | 'member'; name?: string },
): Promise<string> {
  const { access_token } = await sessionOf(request, `admin@${subdomain}.test`)
  const answer = await request.post(`${serverAddress}/functions/v1/invite-patient`, {
    headers: { Authorization: `Bearer ${access_token}`, 'x-clinic': subdomain },
    data: {
      clinicId: await clinicIdOf(request, subdomain),
      redirectUrl: `${clinicOrigin(subdomain)}/auth/callback/invite`,
      ...invited,
    },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return buttonOf(await newestMail(request, invited.email, /invit/i))
}
