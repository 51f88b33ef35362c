import type { DeviceName } from '#domain/account/own-sessions.ts'
import { networkOf } from '#server/platform/http/networks.ts'

interface Device {
  userAgent: string | null
  address: string | null
}

/** The same browser family on the same network, /16 or for IPv6 /48 (docs/contracts/auth.md D9). */
export function isSameDevice(
  session: { user_agent: string | null; ip: string | null },
  request: Device,
): boolean {
  return (
    browserFamily(session.user_agent) === browserFamily(request.userAgent) &&
    networkOf(session.ip) === networkOf(request.address)
  )
}

/** Without the version, which changes during a session. */
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

// the first match wins: an iPad may also report Mac, and Android reports Linux
const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux|X11/, 'Linux'],
]

export function deviceName(userAgent: string | null): DeviceName {
  const family = browserFamily(userAgent)
  const browser = browserNames[family] ?? family
  const system = systems.find(([form]) => form.test(userAgent ?? ''))?.[1] ?? null
  return { browser: browser === '' || browser === 'Mozilla' ? null : browser.slice(0, 40), system }
}
