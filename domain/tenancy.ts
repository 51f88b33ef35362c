/**
 * Which clinic a URL means.
 *
 * The specification reads the clinic in a URL in two ways (docs/specification.md A2); both are supported. The clinic in
 * the URL only selects, it grants nothing: rights come from membership rows (docs/domain-rules.md choice 6).
 */

/** Labels before the main domain that name the main site too: the product's own name is no clinic (docs/specification.md A2). */
const hostLabelsWithoutClinic: ReadonlySet<string> = new Set(['www', 'app', 'carefold'])

/** Whether a host is the main site: the main domain itself, or it with one of its labels. */
export function isMainHost(hostname: string, appDomain: string): boolean {
  return (
    hostname === appDomain ||
    (hostname.endsWith(`.${appDomain}`) &&
      hostLabelsWithoutClinic.has(hostname.slice(0, -appDomain.length - 1)))
  )
}

function isLocalhost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
}

/** The label before `appDomain`, or null on the main domain and on foreign hosts. */
function labelOf(hostname: string, appDomain: string): string | null {
  if (!hostname.endsWith(`.${appDomain}`)) return null
  const label = hostname.slice(0, -appDomain.length - 1)
  return label.includes('.') || hostLabelsWithoutClinic.has(label) ? null : label
}

/** Reading A, the session layer: `c` on localhost or the bare main domain, else the first host label (not www, app or the product's name). */
export function clinicOfSession(url: URL, appDomain: string): string | null {
  const hostname = url.hostname.toLowerCase()
  if (isLocalhost(hostname) || hostname === appDomain) return normalize(url.searchParams.get('c'))
  return normalize(labelOf(hostname, appDomain))
}

/** Reading B, the page layer: `__tenant`, else `c` or `tenant` on localhost, else the host's label. */
export function clinicOfPage(url: URL, appDomain: string): string | null {
  const named = normalize(url.searchParams.get('__tenant'))
  const hostname = url.hostname.toLowerCase()
  const fromHost = normalize(labelOf(hostname, appDomain))
  // on a clinic's own host another clinic's name in the query is ignored (docs/domain-rules.md choice 6)
  if (fromHost) return fromHost
  if (named) return named
  if (isLocalhost(hostname)) return normalize(url.searchParams.get('c') ?? url.searchParams.get('tenant'))
  return null
}

/** The clinic a page shows: reading B, then reading A (which adds `c` on the bare main domain). */
export function resolveClinicSlug(url: URL, appDomain: string): string | null {
  return clinicOfPage(url, appDomain) ?? clinicOfSession(url, appDomain)
}

const longestShownName = 63

/**
 * The name that the query gives for a clinic when no clinic can have it (`?c=ab`), as the user wrote it and shortened for
 * display; null where the URL names a clinic, or none. Pages answer it as a clinic that is not found.
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
