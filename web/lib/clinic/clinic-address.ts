import { redirectDocument } from 'react-router'
import { malformedClinicName, resolveClinicSlug } from '#domain/tenancy.ts'
import { config } from '../page/config.ts'

/** Whether all clinics share this host, so that links need `c=` (the specification's localhost mode). */
export function isSingleHost(hostname = location.hostname): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1'
}

/** The clinic of the current URL, or null on the main site. */
export function currentClinicSlug(): string | null {
  return resolveClinicSlug(new URL(location.href), config.appDomain)
}

/** The name in the current URL's query that no clinic can have, or null. */
export function currentMalformedName(): string | null {
  return malformedClinicName(new URL(location.href), config.appDomain)
}

/** Whether this page is on a clinic's own host. */
export function isClinicHost(): boolean {
  return location.hostname.endsWith(`.${config.appDomain}`)
}

/**
 * A path as a link that keeps the clinic: on a host shared by several clinics `c` is added (docs/specification.md A2).
 *
 * @param path same-origin path, may carry a query
 * @param slug clinic to keep; by default the current one
 */
export function withClinic(path: string, slug: string | null = currentClinicSlug()): string {
  if (!slug || isClinicHost()) return path
  const url = new URL(path, location.origin)
  url.searchParams.set('c', slug)
  return `${url.pathname}${url.search}${url.hash}`
}

/** Full address of a page in a clinic's hub: on its own host, or on plain localhost with `c`. */
export function clinicUrl(slug: string, path: string): string {
  if (isSingleHost()) return new URL(withClinic(path, slug), location.origin).href
  return new URL(path, clinicOrigin(slug)).href
}

/** Full address of a page on the main site. */
export function mainUrl(path: string): string {
  return new URL(path, isSingleHost() ? location.origin : config.mainOrigin).href
}

function clinicOrigin(slug: string): string {
  const main = new URL(config.mainOrigin)
  return `${main.protocol}//${slug}.${config.appDomain}${main.port ? `:${main.port}` : ''}`
}

/**
 * For the site's root: in a hub it is the clinic's own site, which the server renders (docs/decisions/0076). Null on the main
 * site, and where the server has answered with the app already.
 */
export function openClinicSite({ request }: { request: Request }): Response | null {
  const url = new URL(request.url)
  const isHere = url.pathname === location.pathname && url.search === location.search
  return !isHere && resolveClinicSlug(url, config.appDomain) ? redirectDocument(request.url) : null
}
