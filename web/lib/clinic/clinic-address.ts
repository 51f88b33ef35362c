import { malformedClinicName, resolveClinicSlug } from '#domain/tenancy.ts'
import { config } from '../page/config.ts'

/** True if all clinics share this host, so that links need `c=` (the specification's localhost mode). */
export function isSingleHost(hostname = location.hostname): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1'
}

export function currentClinicSlug(): string | null {
  return resolveClinicSlug(new URL(location.href), config.appDomain)
}

/** The clinic name in the URL's query if it is malformed, else null. */
export function currentMalformedName(): string | null {
  return malformedClinicName(new URL(location.href), config.appDomain)
}

export function isClinicHost(): boolean {
  return location.hostname.endsWith(`.${config.appDomain}`)
}

/**
 * A link to a path of the same clinic: on a host shared by clinics it adds `c` (docs/specification.md A2).
 *
 * @param path same-origin path, with or without a query
 */
export function withClinic(path: string, slug: string | null = currentClinicSlug()): string {
  if (!slug || isClinicHost()) return path
  const url = new URL(path, location.origin)
  url.searchParams.set('c', slug)
  return `${url.pathname}${url.search}${url.hash}`
}

export function clinicUrl(slug: string, path: string): string {
  if (isSingleHost()) return new URL(withClinic(path, slug), location.origin).href
  return new URL(path, clinicOrigin(slug)).href
}

export function mainUrl(path: string): string {
  return new URL(path, isSingleHost() ? location.origin : config.mainOrigin).href
}

function clinicOrigin(slug: string): string {
  const main = new URL(config.mainOrigin)
  return `${main.protocol}//${slug}.${config.appDomain}${main.port ? `:${main.port}` : ''}`
}
