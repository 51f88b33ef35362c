/**
 * Which clinic a URL names.
 * docs/specification.md A2 has two readings, and both are supported. The clinic in the URL only selects, it grants
 * nothing: rights come from membership rows (docs/domain-rules.md choice 6).
 */

/**
 * Labels of the main site besides the bare domain (docs/specification.md A2). `app2` and further are the main sites of other
 * nodes (docs/decisions/0212).
 */
const labelWithoutClinic = /^(?:www|app|carefold|app[0-9]+)$/

/** A node's name, and the label of its main site. */
export function isNodeName(label: string): boolean {
  return /^app[0-9]+$/.test(label)
}

export function isMainHost(hostname: string, appDomain: string): boolean {
  return (
    hostname === appDomain ||
    (hostname.endsWith(`.${appDomain}`) && labelWithoutClinic.test(hostname.slice(0, -appDomain.length - 1)))
  )
}

function isLocalhost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
}

/** The label before `appDomain`; null on the main domain and on foreign hosts. */
function labelOf(hostname: string, appDomain: string): string | null {
  if (!hostname.endsWith(`.${appDomain}`)) return null
  const label = hostname.slice(0, -appDomain.length - 1)
  return label.includes('.') || labelWithoutClinic.test(label) ? null : label
}

/**
 * Reading A, of the session: `c` on localhost or the bare main domain, else the first host label (not www, app or the
 * product's name).
 */
export function clinicOfSession(url: URL, appDomain: string): string | null {
  const hostname = url.hostname.toLowerCase()
  if (isLocalhost(hostname) || hostname === appDomain) return normalize(url.searchParams.get('c'))
  return normalize(labelOf(hostname, appDomain))
}

/** Reading B, of the page: `__tenant`, else `c` or `tenant` on localhost, else the host's label. */
export function clinicOfPage(url: URL, appDomain: string): string | null {
  const named = normalize(url.searchParams.get('__tenant'))
  const hostname = url.hostname.toLowerCase()
  const fromHost = normalize(labelOf(hostname, appDomain))
  // On a clinic's host, another clinic's name in the query is ignored (docs/domain-rules.md choice 6).
  if (fromHost) return fromHost
  if (named) return named
  if (isLocalhost(hostname)) return normalize(url.searchParams.get('c') ?? url.searchParams.get('tenant'))
  return null
}

/** The clinic of a page: reading B, then reading A (which adds `c` on the bare main domain). */
export function resolveClinicSlug(url: URL, appDomain: string): string | null {
  return clinicOfPage(url, appDomain) ?? clinicOfSession(url, appDomain)
}

const longestShownName = 63

/**
 * An invalid clinic name in the query (`?c=ab`), shortened for display; null otherwise. Pages answer it as an unknown
 * clinic.
 */
export function malformedClinicName(url: URL, appDomain: string): string | null {
  const hostname = url.hostname.toLowerCase()
  if (resolveClinicSlug(url, appDomain) || labelOf(hostname, appDomain)) return null
  const isLocal = isLocalhost(hostname)
  const keys = [
    '__tenant',
    ...(isLocal || hostname === appDomain ? ['c'] : []),
    ...(isLocal ? ['tenant'] : []),
  ]
  const name = keys.map((key) => url.searchParams.get(key)?.trim()).find(Boolean)
  return name?.slice(0, longestShownName) ?? null
}

function normalize(name: string | null): string | null {
  const folded = name?.trim().toLowerCase()
  return folded && isSubdomainShape(folded) ? folded : null
}

/** Shape of a clinic's name, docs/threats.md 2: 3-63 characters, no punycode, not all digits. */
export function isSubdomainShape(name: string): boolean {
  return (
    name.length >= 3 &&
    name.length <= 63 &&
    /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])$/.test(name) &&
    name.slice(2, 4) !== '--' &&
    !/^[0-9]+$/.test(name)
  )
}
