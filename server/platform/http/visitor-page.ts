import { type PublicPage, publicPageOf } from '#domain/marketing/public-pages.ts'
import { resolveClinicSlug } from '#domain/tenancy.ts'

/** Handled by the app: a provider's redirect, a checkout, a chosen plan. */
const forTheApp = ['code', 'error', 'error_code', 'canceled', 'plan']

export function isForTheApp(url: URL): boolean {
  return forTheApp.some((name) => url.searchParams.has(name))
}

/** @param cookies the request's header */
export function hasSession(cookies: string): boolean {
  return sessionCookie.test(cookies)
}

const sessionCookie = /(?:^|;\s*)(?:__Secure-)?carefold-session(?:-app\d+)?(?:\.\d+)?=/

/** Null if the app must answer. @param cookies the request's header */
export function visitorPageOf(url: URL, cookies: string, appDomain: string): PublicPage | null {
  if (hasSession(cookies)) return null
  if (resolveClinicSlug(url, appDomain) !== null) return null
  if (isForTheApp(url)) return null
  return publicPageOf(url.pathname)
}
