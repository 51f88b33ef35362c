import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import axe from 'axe-core'
import { demoPassword } from '#db/seed/demo-content.ts'
import { chromiumLaunch } from '#testing/browser/chromium.ts'
import { machineEnv } from '#testing/database/machine-env.ts'
import { median, table } from './report/ratios.ts'

const pages: readonly { name: string; host: '' | 'sunrise.'; path: string; as?: string }[] = [
  { name: 'landing', host: '', path: '/' },
  { name: 'pricing', host: '', path: '/pricing' },
  { name: 'login', host: '', path: '/login' },
  { name: 'sign-up', host: '', path: '/sign-up' },
  { name: 'join', host: 'sunrise.', path: '/join' },
  { name: 'join a plan', host: 'sunrise.', path: '/join/plan' },
  { name: 'clinic dashboard', host: 'sunrise.', path: '/clinic', as: 'admin' },
  { name: 'members', host: 'sunrise.', path: '/members', as: 'admin' },
  { name: 'patient home', host: 'sunrise.', path: '/home', as: 'patient' },
]

// Lighthouse's simulated mobile: slow 4G, a processor four times slower.
const line = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_638_400 / 8,
  uploadThroughput: 768_000 / 8,
}
const slowdown = 4

interface Measured {
  scripts: number
  styles: number
  files: number
  questions: number
  lcpMs: number
  shift: number
  blockedMs: number
  violations: number
}

const heading = '## Pages of the web app'
const results = 'bench/RESULTS.md'

/**
 * `npm run bench -- web [--rounds 3] [--port 3998] [--data FOLDER]`: the compressed size of each page (brotli), and
 * its load time on a slow connection and processor, measured by Chromium. Writes the table to bench/RESULTS.md.
 */
export async function run(args: string[]): Promise<void> {
  const { values: flags } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '3' },
      port: { type: 'string', default: '3998' },
      data: { type: 'string' },
    },
  })
  const data = flags.data ?? mkdtempSync(join(tmpdir(), 'carefold-web-'))
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
    await compressed()
    const rows: string[][] = []
    for (const page of pages) {
      const rounds: Measured[] = []
      for (let round = 0; round < Number(flags.rounds); round += 1)
        rounds.push(await open(browser, page, flags.port))
      rows.push([page.name, ...summary(rounds)])
    }
    report(rows, flags.rounds)
  } finally {
    await browser.close()
    server.kill()
    await once(server, 'exit')
    if (!flags.data) rmSync(data, { recursive: true, force: true })
  }
}

async function isReady(port: string): Promise<boolean> {
  return (await fetch(`http://127.0.0.1:${port}/ready`).catch(() => null))?.ok ?? false
}

/** Files are compressed in the background once the server runs. */
async function compressed(): Promise<void> {
  const entry = /src="(\/assets\/[^"]+\.js)"/.exec(readFileSync('.build/web/index.html', 'utf8'))?.[1]
  while (!existsSync(`.build/web${entry}.br`)) await new Promise((done) => setTimeout(done, 500))
}

async function open(
  browser: Browser,
  { host, path, as }: (typeof pages)[number],
  port: string,
): Promise<Measured> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const origin = `http://${host}carefold.localhost:${port}`
  if (as) await signIn(context, origin, `${as}@sunrise.test`)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await devtools.send('Network.emulateNetworkConditions', line)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const sent = { scripts: 0, styles: 0, files: 0, questions: 0 }
  const types = new Map<string, string>()
  devtools.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    types.set(requestId, type ?? '')
    if (/^\/(?:rest|functions|auth|reads|live)\/v1/.test(new URL(request.url).pathname)) sent.questions += 1
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId)
    if (type === 'Script') sent.scripts += encodedDataLength
    if (type === 'Stylesheet') sent.styles += encodedDataLength
    if (type === 'Script' || type === 'Stylesheet') sent.files += 1
  })
  await page.addInitScript(observe)
  await page.goto(`${origin}${path}`)
  // not by Playwright's locators, whose script in the page would count as a long task
  const isShown = `document.querySelector('h1') !== null && !document.querySelector('[aria-busy="true"]')`
  while (!(await devtools.send('Runtime.evaluate', { expression: isShown })).result.value)
    await new Promise((done) => setTimeout(done, 100))
  const weight = { ...sent }
  const times = await page.evaluate(() => (globalThis as unknown as { measured: Times }).measured)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const violations = await page.evaluate(
    `${axe.source}; axe.run().then(({ violations }) => violations.length)`,
  )
  await context.close()
  return { ...weight, ...times, violations: Number(violations) }
}

interface Times {
  lcpMs: number
  shift: number
  blockedMs: number
}

/** In the page, from its start: largest paint, layout shifts and tasks longer than 50 ms. */
function observe(): void {
  const measured: Times = { lcpMs: 0, shift: 0, blockedMs: 0 }
  Object.assign(globalThis, { measured })
  const follow = (type: string, note: (entry: never) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry as never)
    }).observe({ type, buffered: true })
  follow('largest-contentful-paint', ({ startTime }: PerformanceEntry) => {
    measured.lcpMs = startTime
  })
  follow('layout-shift', ({ value, hadRecentInput }: { value: number; hadRecentInput: boolean }) => {
    if (!hadRecentInput) measured.shift += value
  })
  follow('longtask', ({ duration }: PerformanceEntry) => {
    measured.blockedMs += Math.max(0, duration - 50)
  })
}

async function signIn(context: BrowserContext, origin: string, email: string): Promise<void> {
  const page: Page = await context.newPage()
  await page.goto(`${origin}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  await page.close()
}

const columns = ['JS KB', 'CSS KB', 'files', 'questions', 'LCP s', 'blocked ms', 'shift', 'axe']

function summary(rounds: readonly Measured[]): string[] {
  const of = (pick: (measured: Measured) => number) => median(rounds.map(pick))
  return [
    (of(({ scripts }) => scripts) / 1000).toFixed(1),
    (of(({ styles }) => styles) / 1000).toFixed(1),
    of(({ files }) => files).toFixed(0),
    of(({ questions }) => questions).toFixed(0),
    (of(({ lcpMs }) => lcpMs) / 1000).toFixed(1),
    of(({ blockedMs }) => blockedMs).toFixed(0),
    of(({ shift }) => shift).toFixed(3),
    of(({ violations }) => violations).toFixed(0),
  ]
}

function report(rows: readonly string[][], rounds: string): void {
  process.stdout.write(`${table([['page', ...columns], ...rows.map((row) => [...row])])}\n`)
  const load = loadavg()[0]?.toFixed(0)
  const section = [
    heading,
    '',
    `\`npm run bench -- web\`, ${new Date().toISOString().slice(0, 10)}, median of ${rounds}, load ${load} on the machine: 390 pixels wide, empty cache, slow 4G, a processor four times slower. Bytes as sent. Goals: docs/performance.md 4.`,
    '',
    `| page | ${columns.join(' | ')} |`,
    `| ${['page', ...columns].map(() => '---').join(' | ')} |`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '',
    '',
  ].join('\n')
  const text = readFileSync(results, 'utf8')
  const rest = text.includes(heading)
    ? text.replace(new RegExp(`${heading}[\\s\\S]*?(?=\\n## |$)`), '').replace(/\n{3,}/g, '\n\n')
    : text
  const first = rest.indexOf('\n## ') + 1
  writeFileSync(results, `${rest.slice(0, first) + section.trimEnd()}\n\n${rest.slice(first)}`)
}
