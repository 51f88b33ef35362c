import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { demoPassword } from '#db/seed/demo-content.ts'
import { freePort } from '#scripts/free-port.ts'
import { chromiumLaunch } from '#testing/browser/chromium.ts'
import { machineEnv } from '#testing/database/machine-env.ts'

// `npm run pictures`: draws the pictures of README.md and of the landing page from a new demo, on a working day at a fixed
// time (docs/maintaining.md).

interface Picture {
  name: string
  /** null: a visitor */
  as: string | null
  path: string
  width: number
  height: number
}

/** A Tuesday, 9:50 in the morning at the demo clinic. */
const instant = new Date('2026-11-24T14:50:00Z')
const folder = 'docs/pictures'
const mostBytes = 200_000

const pictures: readonly Picture[] = [
  { name: 'today', as: 'admin', path: '/clinic', width: 1280, height: 800 },
  {
    name: 'appointments',
    as: 'staff',
    path: '/appointments?tab=calendar&view=week',
    width: 1280,
    height: 900,
  },
  { name: 'money', as: 'admin', path: '/clinic/money', width: 1280, height: 800 },
  { name: 'patient', as: 'patient', path: '/home', width: 390, height: 800 },
]

/** In both themes, small enough for the first page of a visitor (web/features/marketing/screens.tsx). */
const screens: readonly Picture[] = [
  { name: 'today', as: 'admin', path: '/clinic', width: 1280, height: 800 },
  { name: 'join', as: null, path: '/join/plan', width: 390, height: 520 },
  { name: 'statement', as: 'admin', path: '/clinic/money/statements/2026-10', width: 540, height: 520 },
]
const screensFolder = 'web/public/screens'
const mostScreenBytes = 60_000

const port = String(await freePort())
const data = mkdtempSync(join(tmpdir(), 'carefold-pictures-'))
const server = spawn(
  process.execPath,
  ['--import', './testing/shifted-clock.ts', 'scripts/start.ts', '--uncompressed'],
  {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...machineEnv(),
      PORT: port,
      DATA_DIR: data,
      CLOCK_OFFSET_MS: String(instant.getTime() - Date.now()),
      NODE_ENV: 'development',
      LOG_LEVEL: 'warn',
    },
  },
)
const browser = await chromium.launch(await chromiumLaunch())
try {
  await ready()
  mkdirSync(folder, { recursive: true })
  mkdirSync(screensFolder, { recursive: true })
  for (const picture of pictures) {
    const bytes = await sharp(await photograph(browser, picture, 'light', 2))
      .png({ palette: true, effort: 10 })
      .toBuffer()
    store(`${folder}/${picture.name}.png`, bytes, mostBytes)
  }
  for (const screen of screens)
    for (const theme of ['light', 'dark'] as const) {
      const bytes = await sharp(await photograph(browser, screen, theme, screen.width > 1_000 ? 1 : 2))
        .webp({ quality: 78, effort: 6, smartSubsample: true })
        .toBuffer()
      store(`${screensFolder}/${screen.name}-${theme}.webp`, bytes, mostScreenBytes)
    }
} finally {
  await browser.close()
  server.kill()
  if (server.exitCode === null) await once(server, 'exit')
  rmSync(data, { recursive: true, force: true })
}

async function ready(): Promise<void> {
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (server.exitCode !== null) throw new Error(`the server did not start (exit ${server.exitCode})`)
    await new Promise((done) => setTimeout(done, 200))
  }
}

function store(file: string, bytes: Buffer, most: number): void {
  if (bytes.length > most) throw new Error(`${file} has ${bytes.length} bytes: at most ${most}`)
  writeFileSync(file, bytes)
  process.stdout.write(`${file}  ${Math.round(bytes.length / 1_000)} KB\n`)
}

/** @param scale pixels a point @returns a PNG */
async function photograph(
  browser: Browser,
  { as, path, width, height }: Picture,
  colorScheme: 'light' | 'dark',
  scale: number,
): Promise<Buffer> {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
  })
  await context.clock.setFixedTime(instant)
  const origin = `http://sunrise.carefold.localhost:${port}`
  const page = await context.newPage()
  if (as) await signIn(page, origin, `${as}@sunrise.test`)
  await page.goto(`${origin}${path}`)
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(1_000)
  const picture = await page.screenshot()
  await context.close()
  return picture
}

async function signIn(page: Page, origin: string, email: string): Promise<void> {
  await page.goto(`${origin}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}
