import { redirectDocument } from 'react-router'
import { resolveClinicSlug } from '#domain/tenancy.ts'
import { config } from '../page/config.ts'

/**
 * Opens the clinic's site, which the server renders (docs/decisions/0076). Null on the main site, or if the server
 * already answered with the app.
 */
export function openClinicSite({ request }: { request: Request }): Response | null {
  const url = new URL(request.url)
  const isHere = url.pathname === location.pathname && url.search === location.search
  return !isHere && resolveClinicSlug(url, config.appDomain) ? redirectDocument(request.url) : null
}
