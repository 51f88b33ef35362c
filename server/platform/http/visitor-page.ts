import { type PublicPage, publicPageOf } from '#domain/marketing/public-pages.ts'
import { resolveClinicSlug } from '#domain/tenancy.ts'

/** Queries that a page answers in the app alone: a provider's way back, a checkout, a chosen plan. */
const forTheApp = ['code', 'error', 'error_code', 'canceled', 'plan']

/** Whether the query asks for something that only the app can answer. */
export function isForTheApp(url: URL): boolean {
  return forTheApp.some((name) => url.searchParams.has(name))
}

/** @param cookies the request's header */
export function hasSession(cookies: string): boolean {
  return sessionCookie.test(cookies)
}

const sessionCookie = /(?:^|;\s*)(?:__Secure-)?carefold-session(?:\.\d+)?=/

/**
 * The public page of the main site that is asked for by somebody who is not signed in, so that it can be sent as it was built;
 * else null, and the app answers.
 *
 * @param cookies the request's header
 */
export function visitorPageOf(url: URL, cookies: string, appDomain: string): PublicPage | null {
  if (hasSession(cookies)) return null
  if (resolveClinicSlug(url, appDomain) !== null) return null
  if (isForTheApp(url)) return null
  return publicPageOf(url.pathname)
}
