import { safeTarget } from '#domain/redirects.ts'
import { clinicOfSession } from '#domain/tenancy.ts'
import { linkTargets } from '#domain/values/link-targets.ts'
import type { MailClinic } from '#server/clinic/accounts.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { allowedByRule, type RedirectRule } from './redirect-rule.ts'

export interface RedirectTarget {
  url: string
  clinic: MailClinic | null
  /** Not one of our pages: mailed links use the confirm page of the main site. */
  isForeign?: boolean
}

/**
 * The first candidate on the main site or an existing clinic's host, else the main site (docs/contracts/auth.md 1.6).
 * @param rule additional targets; a site address alone: none
 * @param candidates header `redirect_to`, query `redirect_to`, `Referer`, in this order
 */
export async function resolveRedirect(
  tx: Tx,
  config: Config,
  rule: string | RedirectRule,
  candidates: (string | null)[],
): Promise<RedirectTarget> {
  const { siteUrl } = typeof rule === 'string' ? { siteUrl: rule } : rule
  for (const candidate of candidates) {
    const url = ownPage(candidate, config, siteUrl)
    const foreign = url || typeof rule === 'string' ? null : allowedByRule(candidate, rule)
    if (foreign) return { url: foreign.href, clinic: null, isForeign: true }
    if (!url) continue
    const clinic = await clinicOf(tx, url, config)
    const isClinicHost = url.hostname.endsWith(`.${config.appDomain}`)
    if (isClinicHost && !clinic) continue
    return { url: url.href, clinic }
  }
  return { url: new URL(siteUrl).href, clinic: null }
}

function ownPage(candidate: string | null, config: Config, siteUrl: string): URL | null {
  if (!candidate || candidate.startsWith('/')) return null
  const site = { mainOrigin: siteUrl, appDomain: config.appDomain }
  const origins = [siteUrl, ...developmentOrigins(config)]
  for (const currentOrigin of origins) {
    const target = safeTarget(candidate, { ...site, currentOrigin })
    if (target) {
      const url = new URL(target)
      // before parsing: no honest link has a decimal host or a full-width dot
      const isPlain = candidate.toLowerCase().startsWith(url.origin)
      return isPlain && isAllowedPath(url.pathname) ? url : null
    }
  }
  return null
}

function isAllowedPath(pathname: string): boolean {
  return pathname === '/' || linkTargets.some((path) => pathname === path || pathname.startsWith(`${path}/`))
}

/** For the specification's `?c=` mode, except in production. */
function developmentOrigins(config: Config): string[] {
  if (config.environment === 'production') return []
  const { port } = new URL(config.mainOrigin)
  return ['localhost', '127.0.0.1'].map((host) => new URL(`http://${host}:${port}`).origin)
}

async function clinicOf(tx: Tx, url: URL, config: Config): Promise<MailClinic | null> {
  const subdomain = clinicOfSession(url, config.appDomain)
  if (!subdomain) return null
  const clinic = await tx
    .selectFrom('clinics')
    .select(['id', 'name', 'subdomain', 'color'])
    .where('subdomain', '=', subdomain)
    .executeTakeFirst()
  return clinic ?? null
}
