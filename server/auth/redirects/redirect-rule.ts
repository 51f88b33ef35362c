/** docs/contracts/auth.md 1.6 */
export interface RedirectRule {
  /** Replaces invalid targets. */
  siteUrl: string
  /** Globs: `*` does not cross `.` or `/`, `**` crosses both, `?` is one character. */
  redirectAllowList: string[]
  /** False, as in the reference: every page of the site's host and every loopback address. */
  ownPagesOnly: boolean
}

/** @returns the target if the rule allows it; null also for our own pages, which `resolveRedirect` checks itself */
export function allowedByRule(candidate: string | null, rule: RedirectRule): URL | null {
  if (!candidate || !URL.canParse(candidate)) return null
  const url = new URL(candidate)
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  // before parsing: no honest link has a decimal host, credentials or a backslash
  if (isWeb && !isPlainHost(candidate)) return null
  if (isLoopback(url)) return rule.ownPagesOnly ? null : url
  if (isWeb && /^[\d.]+$|^\[/.test(url.hostname)) return null
  if (!rule.ownPagesOnly && isOfSite(url, new URL(rule.siteUrl))) return url
  const withoutFragment = candidate.split('#')[0] ?? ''
  return rule.redirectAllowList.some((glob) => matches(glob, withoutFragment)) ? url : null
}

function isPlainHost(candidate: string): boolean {
  const authority = /^https?:\/\/([^/?#]*)/i.exec(candidate)?.[1] ?? ''
  const host = authority.replace(/:\d{1,5}$/, '')
  return (/^[a-z0-9.-]+$/i.test(host) && !/^\d+$/.test(host)) || host === '[::1]'
}

function isLoopback({ protocol, hostname }: URL): boolean {
  return /^https?:$/.test(protocol) && (/^127(\.\d{1,3}){3}$/.test(hostname) || hostname === '[::1]')
}

function isOfSite(url: URL, site: URL): boolean {
  if (url.protocol !== site.protocol || url.hostname !== site.hostname) return false
  return url.port === site.port || url.hostname === 'localhost'
}

function matches(glob: string, text: string): boolean {
  const pattern = glob.replace(/\*\*|[*?]|[\\^$.+()|[\]{}/]/g, (part) => {
    if (part === '**') return '.*'
    if (part === '*') return '[^./]*'
    return part === '?' ? '.' : `\\${part}`
  })
  return new RegExp(`^${pattern}$`, 's').test(text)
}
