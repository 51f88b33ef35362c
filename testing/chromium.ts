import { existsSync } from 'node:fs'

/** Flags that work for root and keep the browser from contacting its vendor. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const systemPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Chromium's path: CHROMIUM_PATH, else the system's, else the one that comes from npm. */
export async function findChromium(): Promise<string> {
  const named = process.env.CHROMIUM_PATH
  if (named) return named
  const system = systemPaths.find((path) => existsSync(path))
  if (system) return system
  const { default: chromium } = await import('@sparticuz/chromium')
  return chromium.executablePath()
}
