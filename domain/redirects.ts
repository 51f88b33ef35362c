/**
 * Allowed redirect targets (docs/threats.md T8), whatever their source: paths of this site and pages on our hosts.
 */
import { isSubdomainShape } from './tenancy.ts'

const anyOrigin = 'https://carefold.invalid'

/**
 * A same-origin relative path (`/pay?tab=1`) in canonical form, or null.
 * Checks both the raw text and the parsed URL: browsers strip tabs and line breaks and read `\` as `/`, so
 * `/\evil.example` would leave the site.
 */
export function safePath(target: string | null | undefined): string | null {
  if (!target?.startsWith('/') || hasForbiddenCharacters(target)) return null
  let url: URL
  try {
    url = new URL(target, anyOrigin)
  } catch {
    return null
  }
  if (url.origin !== anyOrigin) return null
  const path = `${url.pathname}${url.search}${url.hash}`
  // `/.//evil.example` becomes `//evil.example` only after parsing; likewise with encoded slashes.
  return /^\/(?:[/\\]|%2f|%5c)/i.test(path) || path === '' ? null : path
}

/** Our hosts. `currentOrigin` is the base of relative paths, and always allowed. */
export interface OwnSite {
  /** With scheme and port: `http://carefold.localhost:3000`. */
  mainOrigin: string
  /** Main domain without port. */
  appDomain: string
  currentOrigin: string
}

/** @param target relative path or full address */
export function safeTarget(target: string | null | undefined, site: OwnSite): string | null {
  if (!target) return null
  const path = safePath(target)
  if (path) return site.currentOrigin + path
  if (!/^https?:\/\/[a-z0-9]/i.test(target) || hasForbiddenCharacters(target)) return null
  let url: URL
  try {
    url = new URL(target)
  } catch {
    return null
  }
  if (url.username || url.password) return null
  if (safePath(`${url.pathname}${url.search}${url.hash}`) === null) return null
  return isOwnOrigin(url, site) ? url.href : null
}

function isOwnOrigin(url: URL, site: OwnSite): boolean {
  if (url.origin === site.mainOrigin || url.origin === site.currentOrigin) return true
  const main = new URL(site.mainOrigin)
  if (url.protocol !== main.protocol || url.port !== main.port) return false
  const label = url.hostname.endsWith(`.${site.appDomain}`)
    ? url.hostname.slice(0, -site.appDomain.length - 1)
    : ''
  return isSubdomainShape(label)
}

/** Backslashes, white space and control characters, which browsers drop or convert before navigation. */
function hasForbiddenCharacters(target: string): boolean {
  return /[\\\s]/.test(target) || Array.from(target).some((character) => character.charCodeAt(0) < 0x20)
}
