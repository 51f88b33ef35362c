/**
 * Stores the session in cookies, so that the main site and clinics' hosts share one sign-in (docs/specification.md A9).
 * Values over about 3180 characters are split into chunks (`name.0`, `name.1` ...). The cookie is only storage: the
 * server never reads it and decides how long a session lives (docs/threats.md T10). A `__Secure-` name makes browsers
 * reject it from pages without TLS.
 */
export const sessionCookieMaxAgeSeconds = 34_560_000
export const cookieChunkLength = 3180

/** Sessions of other nodes are of other accounts (docs/decisions/0212). @param mainOrigin of the node's main site */
export function sessionKeyOf(mainOrigin: string): string {
  const [, node] = /^https?:\/\/(app\d+)\./.exec(mainOrigin) ?? []
  return node ? `carefold-session-${node}` : 'carefold-session'
}

export interface CookieJar {
  cookie: string
}

/** A document's cookies. A page that may not use them at all, as in a sandboxed frame, has none. */
export function jarOf(document: CookieJar): CookieJar {
  return {
    get cookie() {
      try {
        return document.cookie
      } catch {
        return ''
      }
    },
    set cookie(value) {
      try {
        document.cookie = value
      } catch {
        // `acceptsCookies` reports it
      }
    },
  }
}

/** False if the browser blocks cookies: it drops them silently. */
export function acceptsCookies(jar: CookieJar, host: string, appDomain: string): boolean {
  const attributes = cookieAttributes(host, appDomain)
  const [name, value] = ['carefold-cookies', 'allowed']
  jar.cookie = `${name}=${value}; ${attributes}`
  const isStored = jar.cookie.split('; ').includes(`${name}=${value}`)
  jar.cookie = `${name}=; Max-Age=0; ${attributes}`
  return isStored
}

export interface SessionStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** @param host hostname of the page @param appDomain main domain without port */
export function cookieStorage(jar: CookieJar, host: string, appDomain: string): SessionStorage {
  const attributes = cookieAttributes(host, appDomain)
  const nameOf = (key: string) => (isWithTls(host) ? `__Secure-${key}` : key)
  // each request of the page reads the session
  let latest: { encoded: string; value: string | null } | undefined

  function write(name: string, value: string, maxAgeSeconds: number): void {
    jar.cookie = `${name}=${value}; Max-Age=${maxAgeSeconds}; ${attributes}`
  }

  function erase(name: string): void {
    write(name, '', 0)
    // including a host-only cookie of this name from another page of this host
    jar.cookie = `${name}=; Max-Age=0; Path=/${isWithTls(host) ? '; Secure' : ''}`
  }

  return {
    getItem(key) {
      const chunks = chunksOf(jar.cookie, nameOf(key))
      const names = chunks.map(([name]) => name)
      // a sibling host can set a second cookie of the same name; the two cannot be distinguished, so both are dropped
      if (new Set(names).size !== names.length) {
        for (const name of new Set(names)) erase(name)
        return null
      }
      // a full browser drops single cookies: an incomplete value counts as none
      if (chunks.length === 0 || !chunks.every(([name], index) => name === `${nameOf(key)}.${index}`))
        return null
      const encoded = chunks.map(([, value]) => value).join('')
      if (latest?.encoded !== encoded) latest = { encoded, value: decode(encoded) }
      return latest.value
    },

    setItem(key, value) {
      const cookie = nameOf(key)
      const encoded = encode(value)
      const count = Math.ceil(encoded.length / cookieChunkLength)
      for (let index = 0; index < count; index += 1) {
        const chunk = encoded.slice(index * cookieChunkLength, (index + 1) * cookieChunkLength)
        write(`${cookie}.${index}`, chunk, sessionCookieMaxAgeSeconds)
      }
      for (const [name] of chunksOf(jar.cookie, cookie)) {
        if (Number(name.slice(cookie.length + 1)) >= count) erase(name)
      }
    },

    removeItem(key) {
      for (const [name] of chunksOf(jar.cookie, nameOf(key))) erase(name)
    },
  }
}

function cookieAttributes(host: string, appDomain: string): string {
  const attributes = ['Path=/', 'SameSite=Lax']
  // host-only on plain localhost and foreign hosts
  if (host === appDomain || host.endsWith(`.${appDomain}`)) attributes.push(`Domain=${appDomain}`)
  if (isWithTls(host)) attributes.push('Secure')
  return attributes.join('; ')
}

const isWithTls = (host: string) =>
  host !== 'localhost' && !host.endsWith('.localhost') && host !== '127.0.0.1'

/** The chunks of one value in order, as [cookie name, cookie value], including duplicate names. */
function chunksOf(cookies: string, key: string): [string, string][] {
  return cookies
    .split('; ')
    .map((pair): [string, string] => {
      const separator = pair.indexOf('=')
      return [pair.slice(0, separator), pair.slice(separator + 1)]
    })
    .filter(([name]) => name.startsWith(`${key}.`) && /^\d+$/.test(name.slice(key.length + 1)))
    .sort(([a], [b]) => Number(a.slice(key.length + 1)) - Number(b.slice(key.length + 1)))
}

/** base64url: JSON contains characters that cookies forbid. */
function encode(value: string): string {
  const bytes = new TextEncoder().encode(value)
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Null if the chunks are no complete JSON value. */
function decode(encoded: string): string | null {
  try {
    const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = new Uint8Array(binary.length)
    for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index)
    const value = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    JSON.parse(value)
    return value
  } catch {
    return null
  }
}
