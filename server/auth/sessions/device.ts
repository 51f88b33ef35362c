import { isIPv4, isIPv6 } from 'node:net'
import type { DeviceName } from '#domain/account/own-sessions.ts'

interface Device {
  userAgent: string | null
  address: string | null
}

/**
 * Whether a request looks like the device that refreshed last: the same family of browser on the same
 * network, /16 or for IPv6 /48 (docs/contracts/auth.md D9).
 */
export function isSameDevice(
  session: { user_agent: string | null; ip: string | null },
  request: Device,
): boolean {
  return (
    browserFamily(session.user_agent) === browserFamily(request.userAgent) &&
    networkOf(session.ip) === networkOf(request.address)
  )
}

/** Names the browser without its version, which changes under a living session. */
export function browserFamily(userAgent: string | null): string {
  const families = ['Edg', 'OPR', 'Firefox', 'SamsungBrowser', 'CriOS', 'FxiOS', 'Chrome', 'Safari']
  const family = families.find((name) => userAgent?.includes(`${name}/`))
  return family ?? userAgent?.split(/[/\s]/)[0] ?? ''
}

const browserNames: Record<string, string> = {
  Edg: 'Edge',
  OPR: 'Opera',
  SamsungBrowser: 'Samsung Internet',
  CriOS: 'Chrome',
  FxiOS: 'Firefox',
}

// the first that fits: an iPad may also say Mac, and Android says Linux
const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux|X11/, 'Linux'],
]

/** Reads browser and system from a user agent. */
export function deviceName(userAgent: string | null): DeviceName {
  const family = browserFamily(userAgent)
  const browser = browserNames[family] ?? family
  const system = systems.find(([form]) => form.test(userAgent ?? ''))?.[1] ?? null
  return { browser: browser === '' || browser === 'Mozilla' ? null : browser.slice(0, 40), system }
}

/** `203.0.x.x` or the first three groups of an IPv6 address. */
export function networkOf(address: string | null): string {
  // Postgres may write an inet with its prefix length
  const bare = address?.split('/')[0] ?? ''
  if (isIPv4(bare)) return bare.split('.').slice(0, 2).join('.')
  return isIPv6(bare) ? firstGroups(bare, 3) : bare
}

/** Whoever shares an address: an IPv4 address, or the /64 of an IPv6 one, all of which one customer has for the asking. */
export function householdOf(address: string | null): string {
  const bare = address?.split('/')[0] ?? ''
  return isIPv6(bare) ? `${firstGroups(bare, 4)}::/64` : bare
}

/** @param count of sixteen bits each; written without leading zeros */
function firstGroups(address: string, count: number): string {
  const [head = '', tail = ''] = address.split('::')
  const start = head === '' ? [] : head.split(':')
  const end = tail === '' ? [] : tail.split(':')
  const missing = address.includes('::') ? 8 - start.length - end.length : 0
  const groups = [...start, ...Array<string>(missing).fill('0'), ...end]
  return groups
    .slice(0, count)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
