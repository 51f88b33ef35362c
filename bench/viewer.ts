import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import PDFDocument from 'pdfkit'
import { demoPassword } from '#db/seed/demo-content.ts'
import { chromiumLaunch } from '#testing/chromium.ts'
import { machineEnv } from '#testing/machine-env.ts'
import { median, table } from './report/ratios.ts'

/** What opening the viewer may ask for, at 1280 pixels and with 60 slides: the gate. */
const allowed = { slides: 1, large: 6, small: 60 }
const goals = { importSeconds: 20, firstMs: 300, nextMs: 50 }

/**
 * `npm run bench -- viewer [--pages 60] [--rounds 5]`: a PDF is imported as a patient's presentation is: uploaded, drawn and
 * published by the product's pages. Then its first slide from a warm cache, and the next one, in a browser; with every request
 * that opening the viewer makes.
 */
export async function run(args: string[]): Promise<void> {
  const { values: flags } = parseArgs({
    args,
    options: {
      pages: { type: 'string', default: '60' },
      rounds: { type: 'string', default: '5' },
      port: { type: 'string', default: '3999' },
    },
  })
  const data = mkdtempSync(join(tmpdir(), 'carefold-viewer-'))
  const origin = `http://sunrise.carefold.localhost:${flags.port}`
  const server = spawn(process.execPath, ['scripts/start.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...machineEnv(), PORT: flags.port, DATA_DIR: data, NODE_ENV: 'development', LOG_LEVEL: 'warn' },
  })
  const browser = await chromium.launch(await chromiumLaunch())
  try {
    while (!(await isReady(flags.port))) {
      if (server.exitCode !== null) throw new Error(`the server did not start (exit ${server.exitCode})`)
      await new Promise((done) => setTimeout(done, 200))
    }
    const { itemId, importSeconds } = await importPdf(browser, origin, Number(flags.pages))
    const reader = await signedIn(browser, origin, 'patient@sunrise.test')
    const rounds: { firstMs: number; nextMs: number; asked: Asked }[] = []
    for (let round = 0; round < Number(flags.rounds) + 1; round += 1) {
      await reader.goto(`${origin}/learn/${itemId}?slide=1`)
      const measured = await openViewer(reader)
      // the first round warms the cache
      if (round > 0) rounds.push(measured)
    }
    report(importSeconds, rounds, Number(flags.pages))
  } finally {
    await browser.close()
    server.kill()
    await once(server, 'exit')
    rmSync(data, { recursive: true, force: true })
  }
}

interface Asked {
  slides: number
  large: number
  small: number
  bytes: number
}

function report(
  importSeconds: number,
  rounds: { firstMs: number; nextMs: number; asked: Asked }[],
  pages: number,
): void {
  const firstMs = median(rounds.map((round) => round.firstMs))
  const nextMs = median(rounds.map((round) => round.nextMs))
  const [{ asked } = { asked: { slides: 0, large: 0, small: 0, bytes: 0 } }] = rounds
  const lines = table([
    [
      'pages',
      'imported in, s',
      'first slide, ms',
      'next slide, ms',
      'calls',
      'slides',
      'thumbnails',
      'bytes',
    ],
    [
      String(pages),
      importSeconds.toFixed(1),
      firstMs.toFixed(0),
      nextMs.toFixed(0),
      String(asked.slides),
      String(asked.large),
      String(asked.small),
      String(asked.bytes),
    ],
  ])
  process.stdout.write(`${lines}\n`)
  const missed = [
    importSeconds > goals.importSeconds && `the import took more than ${goals.importSeconds} s`,
    firstMs > goals.firstMs && `the first slide took more than ${goals.firstMs} ms`,
    nextMs > goals.nextMs && `the next slide took more than ${goals.nextMs} ms`,
    asked.slides > allowed.slides && `more than ${allowed.slides} call for slides`,
    asked.large > allowed.large && `more than ${allowed.large} slides loaded ahead`,
    asked.small > allowed.small && `more than ${allowed.small} thumbnails`,
    rounds.some((round) => round.asked.bytes !== asked.bytes) && 'the rounds loaded different bytes',
  ].filter(Boolean)
  if (missed.length > 0) throw new Error(missed.join('; '))
}

/** Opens the viewer and turns one slide. Times are from the click, or the key, to the frame that shows the picture. */
async function openViewer(page: Page): Promise<{ firstMs: number; nextMs: number; asked: Asked }> {
  const open = page.getByRole('button', { name: 'Show the slides' })
  await open.waitFor()
  // the page itself, with its slide: a stream stays open, so the network is never idle
  await page.locator('.slide-place img').waitFor()
  await page.waitForTimeout(1_500)
  const asked: Asked = { slides: 0, large: 0, small: 0, bytes: 0 }
  const bodies: Promise<void>[] = []
  const onFinished = (request: import('@playwright/test').Request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('/get-presentation-slides')) asked.slides += 1
    if (!pathname.startsWith('/files/v1/')) return
    bodies.push(
      (async () => {
        const body = await (await request.response())?.body().catch(() => null)
        if (!body) return
        asked.bytes += body.length
        // a WebP says its width in its head; thumbnails are far smaller than slides
        if (body.length < 4_000) asked.small += 1
        else asked.large += 1
      })(),
    )
  }
  page.on('requestfinished', onFinished)
  const [firstMs, nextMs] = await page.evaluate(async () => {
    const frame = () => new Promise<number>((done) => requestAnimationFrame(done))
    const shown = async (from: number, isOther: (src: string) => boolean) => {
      for (;;) {
        const image = document.querySelector<HTMLImageElement>('.viewer-slide:not(.viewer-slide-ahead) img')
        if (image?.complete && image.naturalWidth > 0 && isOther(image.src)) {
          await frame()
          return performance.now() - from
        }
        await frame()
      }
    }
    const button = [...document.querySelectorAll('button')].find((one) =>
      one.textContent?.includes('Show the slides'),
    )
    const clickedAt = performance.now()
    button?.click()
    const first = await shown(clickedAt, () => true)
    // what is loaded ahead arrives, and the strip is drawn
    await new Promise((done) => setTimeout(done, 2_500))
    const before =
      document.querySelector<HTMLImageElement>('.viewer-slide:not(.viewer-slide-ahead) img')?.src ?? ''
    const turnedAt = performance.now()
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))
    const next = await shown(turnedAt, (src) => src !== before)
    return [first, next]
  })
  page.off('requestfinished', onFinished)
  await Promise.all(bodies)
  return { firstMs: firstMs ?? 0, nextMs: nextMs ?? 0, asked }
}

async function importPdf(
  browser: Browser,
  origin: string,
  pages: number,
): Promise<{ itemId: string; importSeconds: number }> {
  const page = await signedIn(browser, origin, 'staff@sunrise.test')
  await page.goto(`${origin}/content?new=content`)
  const form = page.getByRole('dialog')
  await form.getByLabel('Title').fill('Sixty slides')
  await form.getByLabel('Content Type').selectOption('presentation')
  await form.getByLabel('Category', { exact: true }).selectOption('Wellness')
  await form.getByRole('button', { name: 'Create Draft' }).click()
  const file = { name: 'slides.pdf', mimeType: 'application/pdf', buffer: await aPdf(pages) }
  await page.waitForURL(/content\/[0-9a-f-]+/)
  const chooser = page.locator('input[type=file]').first()
  const since = performance.now()
  await chooser.setInputFiles(file)
  await page.getByText(`${pages} slides imported`).waitFor({ timeout: 180_000 })
  const importSeconds = (performance.now() - since) / 1_000
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Content status has been updated to published').waitFor()
  const itemId = new URL(page.url()).pathname.split('/').pop() ?? ''
  await page.context().close()
  return { itemId, importSeconds }
}

async function signedIn(browser: Browser, origin: string, email: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 900 } })
  const page = await context.newPage()
  await page.goto(`${origin}/login`)
  await page.waitForLoadState('networkidle')
  await page.getByLabel(/email/i).first().fill(email)
  await page
    .getByLabel(/password/i)
    .first()
    .fill(demoPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.startsWith('/login'), { waitUntil: 'commit' })
  return page
}

/** Slides as they are: a colored ground, a heading, some lines and shapes. */
function aPdf(pages: number): Promise<Buffer> {
  return new Promise((done) => {
    const document = new PDFDocument({ size: [960, 540] })
    const chunks: Buffer[] = []
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => done(Buffer.concat(chunks)))
    for (let number = 1; number <= pages; number += 1) {
      if (number > 1) document.addPage()
      document.rect(0, 0, 960, 540).fill(number % 2 ? '#e8f0ea' : '#f4efe4')
      document.fill('#1d3b33').fontSize(44).text(`Slide ${number} of ${pages}`, 80, 90)
      for (let line = 1; line <= 6; line += 1)
        document.fontSize(22).text(`Point ${line}: bend only as far as it feels good.`, 80, 140 + line * 48)
      document.circle(820, 380, 60 + (number % 5) * 8).fill('#8fb79c')
    }
    document.end()
  })
}

async function isReady(port: string): Promise<boolean> {
  try {
    return (await fetch(`http://localhost:${port}/ready`)).ok
  } catch {
    return false
  }
}
