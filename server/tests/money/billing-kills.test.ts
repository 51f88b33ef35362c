// kill -9 at each step that collects a month's commission: afterwards there is one statement, one invoice and one payment
// for each month, and the ledger equals Stripe (docs/payments.md 9, 12).
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listen } from '#sandbox/stripe/testing/listen.ts'
import { updatePaymentMethod } from '#server/features/clinic-tier/update-payment-method.ts'
import { openDatabaseFolder } from '#testing/database/database-folder.ts'
import { cards, openTestPayments, type SellingClinic, type TestPayments } from '#testing/money/payments.ts'

interface Kill {
  step: string
  isHit(request: Request, path: string): boolean
  isAfter: boolean
}

const posted = (path: RegExp) => (request: Request, at: string) => request.method === 'POST' && path.test(at)
const isOwn = (request: Request) => !request.headers.has('stripe-account')
const steps: [step: string, isHit: Kill['isHit']][] = [
  ['sweep before the close', (request) => !isOwn(request)],
  ['look for the invoice of the closed month', (request, path) => isOwn(request) && path === '/v1/invoices'],
  ['create', posted(/^\/v1\/invoices$/)],
  ['line', posted(/^\/v1\/invoiceitems$/)],
  ['finalize', posted(/\/finalize$/)],
  ['pay', posted(/\/pay$/)],
]
const kills: Kill[] = steps.flatMap(([step, isHit]) =>
  [false, true].map((isAfter) => ({ step, isHit, isAfter })),
)
// the first read after the payment, about to be recorded
let hasPaid = false
kills.push({
  step: 'record',
  isAfter: true,
  isHit: (request, path) => hasPaid && isOwn(request) && /^\/v1\/invoices\/in_/.test(path),
})

/** `BILLING_KILLS=all`: every step before and after its answer; else those where money could be taken twice. */
const chosen =
  process.env.BILLING_KILLS === 'all'
    ? kills
    : kills.filter(({ step, isAfter }) => isAfter && ['create', 'pay'].includes(step))

const home = mkdtempSync(join(tmpdir(), 'carefold-kills-'))
const folder = join(home, 'db')
let test: TestPayments
let clinic: SellingClinic
let stripe: Awaited<ReturnType<typeof listen>>
let armed: Kill | null = null
let running: ReturnType<typeof spawn> | null = null

beforeAll(async () => {
  test = await openTestPayments({
    now: '2026-03-10T15:00:00Z',
    openDatabase: () => openDatabaseFolder(folder, true),
  })
  clinic = await test.aSellingClinic({ timeZone: 'America/Toronto' })
  const plan = await test.aPublishedPlan(clinic, { amountCents: 145_075 })
  const { url } = await test.call(updatePaymentMethod, clinic.admin.caller(), {})
  const card = { number: cards.good, expiry: '12 / 34', cvc: '123', name: 'Ada Brandt' }
  await test.submit(url, { action: 'card', ...card })
  await test.work()
  await test.aMember(clinic, plan)
  // other processes use the folder from here on; Stripe stays here
  await test.close()
  stripe = await listen(async (request) => {
    const path = new URL(request.url).pathname
    const kill = armed?.isHit(request, path) ? armed : null
    if (kill) armed = null
    if (kill && !kill.isAfter) running?.kill('SIGKILL')
    const answer =
      kill && !kill.isAfter ? new Response(null, { status: 500 }) : await test.sandbox.fetch(request)
    if (posted(/\/pay$/)(request, path)) hasPaid = true
    if (kill?.isAfter) running?.kill('SIGKILL')
    return answer
  })
}, 120_000)
afterAll(async () => {
  await stripe?.stop()
  rmSync(home, { recursive: true, force: true })
})

/** @returns what the process found in the end; null when it was killed */
async function run(): Promise<Record<string, number> | null> {
  const script = new URL('./billing-process.ts', import.meta.url).pathname
  const now = test.clock.now().toISOString()
  const child = spawn(process.execPath, [script, folder, stripe.origin, now], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running = child
  let out = ''
  let problems = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    problems += chunk
  })
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) => {
    child.once('close', (...ended) => resolve(ended))
  })
  if (signal === 'SIGKILL') return null
  expect([code, problems]).toEqual([0, ''])
  return JSON.parse(out)
}

let last: Record<string, number> | null = null

const total = (charges: { amount: number; amount_refunded: number; status: string }[]) =>
  charges
    .filter(({ status }) => status === 'succeeded')
    .reduce((sum, charge) => sum + charge.amount - charge.amount_refunded, 0)

it.each(chosen.map((kill, index) => ({ ...kill, month: index + 1 })))(
  'killed at the step $step (answered: $isAfter), the next process collects the month once',
  async ({ month, ...kill }) => {
    hasPaid = false
    // the 2nd of the next month, and the hour that a renewal takes at Stripe
    const next = new Date(Date.UTC(2026, 2 + month, 2, 15))
    test.clock.advance(`PT${Math.floor((next.getTime() - test.clock.now().getTime()) / 1_000)}S`)
    await test.sandbox.settle()
    armed = kill
    expect(await run()).toBeNull()
    const state = await run()
    last = state
    expect(state).toMatchObject({ owed: month, invoices: month, paid: month, balance: 0, receivable: 0 })
    const { data: invoices } = await test.client.invoices.list({ limit: 100 })
    expect(invoices.filter(({ status }) => status === 'paid')).toHaveLength(month)
    expect(invoices).toHaveLength(month)
    const own = total((await test.client.charges.list({ limit: 100 })).data)
    const { data: sold } = await test.client.charges.list({ limit: 100 }, { stripeAccount: clinic.account })
    expect(state).toMatchObject({ paid_cents: own, owed_cents: own, platform_stripe: own })
    expect(state?.clinic_revenue).toBe(total(sold))
  },
  240_000,
)

it('a further process finds nothing to do', async () => {
  expect(await run()).toEqual(last)
}, 120_000)
