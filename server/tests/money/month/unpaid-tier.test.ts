import { afterEach, beforeEach, expect, it } from 'vitest'
import { createCheckout } from '#server/features/clinic-tier/create-checkout.ts'
import { updatePaymentMethod } from '#server/features/clinic-tier/update-payment-method.ts'
import { moneyOverview } from '#server/features/statements/money-overview.ts'
import { cards, openTestPayments, type SellingClinic, type TestPayments } from '#testing/money/payments.ts'

let test: TestPayments
let clinic: SellingClinic

beforeEach(async () => {
  test = await openTestPayments({ now: '2026-02-10T15:00:00Z' })
  clinic = await test.aSellingClinic({ timeZone: 'America/New_York' })
  await test.pay((await test.call(createCheckout, clinic.admin.caller(), { plan: 'professional' })).url)
  await test.work()
}, 60_000)
afterEach(() => test.close())

async function goTo(instant: string): Promise<void> {
  const ms = Date.parse(instant) - test.clock.now().getTime()
  await test.pass(`PT${Math.floor(ms / 1000)}S`)
  await test.runDue()
}

async function saveCard(number: string): Promise<void> {
  const { url } = await test.call(updatePaymentMethod, clinic.admin.caller(), {})
  await test.submit(url, { action: 'card', number, expiry: '12 / 34', cvc: '123', name: 'Ada Brandt' })
  await test.work()
}

const statements = () =>
  test.db.asOwner(
    `select month, policy, net_cents::int as net, commission_cents::int as commission from statements
      where clinic_id = $1 order by month`,
    [clinic.id],
  )

/** Cents of the tier that the clinic owes, according to the ledger. */
async function owed(): Promise<number> {
  const [row] = await test.db.asOwner<{ cents: string }>(
    `select coalesce(sum(p.amount_cents), 0) as cents from postings p join journal j on j.id = p.journal_id
      where p.account = $1 and j.kind <> 'commission_owed'`,
    [`platform:receivable:${clinic.id}`],
  )
  return Number(row?.cents)
}

const invoices = () =>
  test.db.asOwner<{ status: string }>(
    `select status from clinic_invoices where clinic_id = $1 and kind = 'tier' order by issued_at`,
    [clinic.id],
  )

it('the days of an unpaid tier fall back to the commission; its invoice is a receivable until it is canceled', async () => {
  const monthly = await test.aPublishedPlan(clinic, { amountCents: 10_000 })
  await goTo('2026-03-05T15:00:00Z')
  // in a paid period of the tier: no commission on this payment
  await test.aMember(clinic, monthly)
  await saveCard(cards.failsLater)
  await goTo('2026-03-10T17:00:00Z')
  expect(await owed()).toBe(9_900)
  await goTo('2026-03-20T15:00:00Z')
  await test.aMember(clinic, monthly)
  expect((await test.call(moneyOverview, clinic.admin.caller(), {})).inProgress).toMatchObject({
    policy: 'tier',
    netCents: 10_000,
    commissionCents: 0,
  })
  await goTo('2026-03-26T18:00:00Z')
  expect(await invoices()).toEqual([{ status: 'paid' }, { status: 'void' }])
  expect(await owed()).toBe(0)
  await goTo('2026-04-01T15:00:00Z')
  expect(await statements()).toEqual([{ month: '2026-03', policy: 'tier', net: 10_000, commission: 0 }])
  await goTo('2026-05-01T15:00:00Z')
  // April's two renewals, and the payment of March 20
  expect((await statements()).at(-1)).toEqual({
    month: '2026-04',
    policy: 'partnership',
    net: 30_000,
    commission: 3_600,
  })
  const mails = await test.db.asOwner<{ body: string }>(
    `select text_body as body from app.mails where template like 'clinic-invoice-tier-%' order by queued_at`,
  )
  expect(mails[0]?.body).toContain('also on the revenue of the days since the plan was last paid')
  expect(mails.at(-1)?.body).toContain('The invoice is canceled: nothing is owed for the plan.')
}, 120_000)

it('a tier that is paid late covers its days, in the next statement', async () => {
  const monthly = await test.aPublishedPlan(clinic, { amountCents: 10_000, interval: 'year' })
  await saveCard(cards.failsLater)
  await goTo('2026-03-10T17:00:00Z')
  await goTo('2026-03-20T15:00:00Z')
  await test.aMember(clinic, monthly)
  await saveCard(cards.good)
  expect(await invoices()).toEqual([{ status: 'paid' }, { status: 'paid' }])
  await goTo('2026-05-01T15:00:00Z')
  expect(await statements()).toEqual([
    { month: '2026-03', policy: 'tier', net: 10_000, commission: 0 },
    { month: '2026-04', policy: 'tier', net: 0, commission: 0 },
  ])
  expect(await owed()).toBe(0)
}, 120_000)
