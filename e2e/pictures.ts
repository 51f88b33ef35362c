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

// `npm run pictures`: draws the pictures of README.md from a new demo, on a working day at a fixed time (docs/maintaining.md).

interface Picture {
  name: string
  as: string
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
  for (const picture of pictures) await draw(browser, picture)
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

/** Draws a page in light colors at two pixels a point, reduced to 256 colors so that it is small. */
async function draw(browser: Browser, { name, as, path, width, height }: Picture): Promise<void> {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: 2,
    colorScheme: 'light',
    locale: 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
  })
  await context.clock.setFixedTime(instant)
  const origin = `http://sunrise.carefold.localhost:${port}`
  const page = await context.newPage()
  await signIn(page, origin, `${as}@sunrise.test`)
  await page.goto(`${origin}${path}`)
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(1_000)
  const picture = await sharp(await page.screenshot())
    .png({ palette: true, effort: 10 })
    .toBuffer()
  if (picture.length > mostBytes) throw new Error(`${name} has ${picture.length} bytes: at most ${mostBytes}`)
  writeFileSync(`${folder}/${name}.png`, picture)
  process.stdout.write(`${folder}/${name}.png  ${Math.round(picture.length / 1_000)} KB\n`)
  await context.close()
}

async function signIn(page: Page, origin: string, email: string): Promise<void> {
  await page.goto(`${origin}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}
