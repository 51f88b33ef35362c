import type { Landing } from '#domain/memberships/memberships.ts'
import { paths } from '#domain/paths.ts'
import { clinicUrl } from '#web/lib/clinic/clinic-address.ts'

/** Full URL of a landing page, on the clinic's host if it has one. */
export function landingUrl(landing: Landing): string {
  const path = landing.area === 'clinic' ? paths.clinic : paths.home
  return landing.subdomain ? clinicUrl(landing.subdomain, path) : new URL(path, location.origin).href
}

/** Navigates to a full URL: inside the app on this host, else with a page load. */
export function goTo(url: string, navigate: (path: string, options: { replace: true }) => unknown): void {
  const target = new URL(url)
  if (target.origin === location.origin) {
    navigate(`${target.pathname}${target.search}${target.hash}`, { replace: true })
  } else {
    location.assign(target.href)
  }
}
