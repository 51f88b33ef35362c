import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { PageUrl } from '#domain/checkouts/checkouts.ts'
import type { PlanView } from '#domain/plans/plans.ts'
import { agreement } from '#testing/money/agreement.ts'
import { bankAccounts, orderFromAccount } from '#testing/money/bank-debits.ts'
import { cards, type SellingClinic, type TestPayments } from '#testing/money/payments.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aPatient, type Patient } from '#testing/sign-in/people.ts'
import { joinPlan } from '../checkouts/join-plan.ts'
import { setBankDebits } from '../payouts/set-bank-debits.ts'
import { processEvent } from './process-event.ts'
import { sweepClinic } from './sweep-clinic.ts'

/**
 * Permutations of each history, each with some events processed twice. More: `EVENT_PERMUTATIONS=2000 vitest run ...`
 */
const permutations = Number(process.env.EVENT_PERMUTATIONS ?? 6)

const test = await setUpPayments()

interface Stage {
  clinic: SellingClinic
  plan: PlanView
  patient: Patient
}

async function join({ patient, plan }: Stage, card?: string): Promise<void> {
  const page: PageUrl = await test.call(joinPlan, patient.caller(), {
    priceId: plan.price.id,
    attempt: crypto.randomUUID(),
    agreement,
  })
  await test.pay(page.url, card)
}

async function joinFromAccount({ clinic, patient, plan }: Stage, account: string): Promise<void> {
  await test.call(setBankDebits, clinic.admin.caller(), { isOn: true })
  await orderFromAccount(test, patient, plan, account)
}

async function refund({ clinic }: Stage, amount: number): Promise<void> {
  const inClinic = { stripeAccount: clinic.account }
  const { data } = await test.client.charges.list({ limit: 100 }, inClinic)
  const charge = data.find((each) => each.status === 'succeeded')
  await test.client.refunds.create({ charge: charge?.id ?? '', amount }, inClinic)
}

async function time(duration: string): Promise<void> {
  test.clock.advance(duration)
  await test.sandbox.settle()
}

/** Histories of a membership; no event is delivered while one runs. */
const histories: Record<string, (stage: Stage) => Promise<void>> = {
  'a join': (stage) => join(stage),
  'a join after a declined card, and two partial refunds': async (stage) => {
    await join(stage, cards.declined)
    await join(stage)
    await refund(stage, 1_000)
    await time('PT1H')
    await refund(stage, 2_500)
  },
  'a join and a renewal': async (stage) => {
    await join(stage)
    await time('P1M')
    await time('PT1H')
  },
  'a renewal that fails until the subscription is canceled': async (stage) => {
    await join(stage)
    const inClinic = { stripeAccount: stage.clinic.account }
    const { data } = await test.client.subscriptions.list({}, inClinic)
    const [subscription] = data
    const card = await test.client.paymentMethods.attach(
      'pm_card_chargeCustomerFail',
      { customer: String(subscription?.customer) },
      inClinic,
    )
    await test.client.subscriptions.update(
      subscription?.id ?? '',
      { default_payment_method: card.id },
      inClinic,
    )
    await time('P1M')
    await time('P16D')
  },
  'a join by bank account that arrives days later and is taken back': async (stage) => {
    await joinFromAccount(stage, bankAccounts.isReturned)
    await time('P7D')
    await time('P3D')
  },
  'a join by bank account that fails days later, and a card that pays': async (stage) => {
    await joinFromAccount(stage, bankAccounts.noFunds)
    await time('P7D')
    const inClinic = { stripeAccount: stage.clinic.account }
    const [due] = (await test.client.invoices.list({ status: 'open' }, inClinic)).data
    await test.client.invoices.pay(due?.id ?? '', { payment_method: 'pm_card_visa' }, inClinic)
  },
  'a join that ends at once in the clinic’s dashboard': async (stage) => {
    await join(stage)
    const inClinic = { stripeAccount: stage.clinic.account }
    const { data } = await test.client.subscriptions.list({}, inClinic)
    await test.client.subscriptions.cancel(data[0]?.id ?? '', {}, inClinic)
    await refund(stage, 9_900)
  },
}

it.each(Object.entries(histories))(
  'events lead to the same state in any order, and some of them twice: %s',
  async (_name, play) => {
    const clinic = await test.aSellingClinic()
    const stage = {
      clinic,
      plan: await test.aPublishedPlan(clinic),
      patient: await aPatient(test.db, clinic),
    }
    await play(stage)
    const { data } = await test.client.events.list({ limit: 100 }, { stripeAccount: clinic.account })
    // those about payment intents and methods are ignored anyway
    const events = data.reverse().filter(({ type }) => !/^(payment|product|price|capability)/.test(type))
    expect(events.length).toBeGreaterThan(8)

    await processInOrder(clinic, events)
    const inOrder = await localState(clinic)
    await expectToMatchStripe(clinic, inOrder)

    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(events, { minLength: events.length }),
        fc.subarray(events, { maxLength: 4 }),
        fc.boolean(),
        async (shuffled, repeated, areTogether) => {
          await reset(clinic)
          if (areTogether) await processTogether(clinic, shuffled)
          else await processInOrder(clinic, [...shuffled, ...repeated])
          expect(await localState(clinic)).toEqual(inOrder)
        },
      ),
      { numRuns: permutations },
    )
  },
  240_000,
)

/** Steps of random histories after a join. Each can run at any time, without effect where it does not apply. */
const moves: Record<string, (stage: Stage) => Promise<void>> = {
  'a month passes': async () => {
    await time('P1M')
    await time('PT1H')
  },
  'four days pass': () => time('P4D'),
  'a refund': async (stage) => {
    await refund(stage, 700).catch(() => undefined)
  },
  'the card fails from now on': async ({ clinic }) => {
    const { id, customer } = await latest(clinic)
    const inClinic = { stripeAccount: clinic.account }
    const card = await test.client.paymentMethods.attach('pm_card_chargeCustomerFail', { customer }, inClinic)
    await test.client.subscriptions
      .update(id, { default_payment_method: card.id }, inClinic)
      .catch(() => undefined)
  },
  'set to end with its period': async ({ clinic }) => {
    const { id } = await latest(clinic)
    await test.client.subscriptions
      .update(id, { cancel_at_period_end: true }, { stripeAccount: clinic.account })
      .catch(() => undefined)
  },
  'ended at once': async ({ clinic }) => {
    const { id } = await latest(clinic)
    await test.client.subscriptions.cancel(id, {}, { stripeAccount: clinic.account }).catch(() => undefined)
  },
}

async function latest({ account }: SellingClinic): Promise<{ id: string; customer: string }> {
  const { data } = await test.client.subscriptions.list({ status: 'all' }, { stripeAccount: account })
  const [{ id, customer } = { id: '', customer: '' }] = data
  return { id, customer: String(customer) }
}

/** More: `EVENT_HISTORIES=200 EVENT_PERMUTATIONS=50 vitest run ...` */
const randomHistories = Number(process.env.EVENT_HISTORIES ?? 1)

it(
  'events of a random history lead to the same state in any order, and after a sweep lost events do not change money',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...Object.keys(moves)), { minLength: 1, maxLength: 5 }),
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
        async (names, luck) => {
          const next = () => luck.next().value ?? 0
          const clinic = await test.aSellingClinic()
          const stage = {
            clinic,
            plan: await test.aPublishedPlan(clinic),
            patient: await aPatient(test.db, clinic),
          }
          await join(stage)
          for (const name of names) await moves[name]?.(stage)
          const pages = test.client.events.list({ limit: 100 }, { stripeAccount: clinic.account })
          const all = await pages.autoPagingToArray({ limit: 1_000 })
          const events = all.reverse().filter(({ type }) => !/^(payment|product|price|capability)/.test(type))
          await processInOrder(clinic, events)
          const inOrder = await localState(clinic)
          await expectToMatchStripe(clinic, inOrder)
          for (let n = 0; n < permutations; n++) {
            await reset(clinic)
            const order = events
              .map((event) => ({ event, at: next() }))
              .sort((one, other) => one.at - other.at)
              .map(({ event }) => event)
            const isLossy = n % 2 === 1
            const arriving = isLossy ? order.filter(() => next() < 0.7) : order
            const repeated = arriving.filter(() => next() < 0.2)
            await processInOrder(clinic, [...arriving, ...repeated])
            if (isLossy) await sweepClinic(test.services, clinic.id)
            const state = await localState(clinic)
            if (isLossy) expect(moneyOf(state)).toEqual(moneyOf(inOrder))
            else expect(state).toEqual(inOrder)
          }
        },
      ),
      { numRuns: randomHistories },
    )
  },
  60_000 + randomHistories * permutations * 20_000,
)

type State = Awaited<ReturnType<typeof localState>>

/** State that a sweep repairs at once; mails, and a plan's state within its period, depend on the time of the read. */
function moneyOf({ invoices, lines, payments, refunds, receipts, ledger }: State) {
  return { invoices, lines, payments, refunds, receipts, ledger }
}

type StripeEvent = Awaited<ReturnType<TestPayments['client']['events']['list']>>['data'][number]

/** Stores events as received; the test decides when each is processed. */
async function fillInbox(clinic: SellingClinic, events: StripeEvent[]): Promise<void> {
  const rows = events.map(({ id, type, created, data: { object } }) => ({
    id,
    type,
    created,
    object_id: (object as { id?: string }).id,
  }))
  await test.db.asOwner(
    `insert into app.webhook_events (id, account, type, object_id, occurred_at, received_at)
     select e.id, $1, e.type, e.object_id, to_timestamp(e.created), $2
       from jsonb_to_recordset($3::jsonb) as e(id text, type text, created bigint, object_id text)`,
    [clinic.account, test.clock.now(), JSON.stringify(rows)],
  )
}

/** Receives and processes each event; a repeated one is processed again, as if the first time had not been recorded. */
async function processInOrder(clinic: SellingClinic, order: StripeEvent[]): Promise<void> {
  const { run } = processEvent(test.services)
  for (const [n, event] of order.entries()) {
    if (order.indexOf(event) < n)
      await test.db.asOwner('update app.webhook_events set processed_at = null where id = $1', [event.id])
    else await fillInbox(clinic, [event])
    expect(await run({ eventId: event.id })).toMatchObject({ processed: true, events: 1 })
  }
  await test.services.jobs.drain()
}

/** Receives all before processing the first, which then handles all of its object. */
async function processTogether(clinic: SellingClinic, order: StripeEvent[]): Promise<void> {
  const { run } = processEvent(test.services)
  await fillInbox(clinic, order)
  let processed = 0
  for (const { id } of order) processed += Number((await run({ eventId: id })).events ?? 0)
  expect(processed).toBe(order.length)
  await test.services.jobs.drain()
}

/** All state that is visible to users or in statements. */
async function localState(clinic: SellingClinic) {
  const rows = (sql: string) => test.db.asOwner(sql, [clinic.id])
  return {
    subscriptions:
      await rows(`select stripe_subscription, status, current_period_start, current_period_end, started_at,
      cancel_at_period_end, ended_at from subscriptions where clinic_id = $1 order by stripe_subscription`),
    members: await rows(
      'select patient_id, from_on, until_on from subscription_members where clinic_id = $1',
    ),
    items: await rows(
      'select price_id, role, quantity from subscription_items where clinic_id = $1 order by price_id',
    ),
    cards: await rows('select card_brand, card_last4 from patient_customers where clinic_id = $1'),
    checkouts: await rows('select stripe_session, state from app.checkouts where clinic_id = $1 order by id'),
    invoices:
      await rows(`select id, number, status, total_cents, amount_paid_cents, amount_due_cents, period_start,
      period_end, issued_at, paid_at, attempt_count, next_attempt_at from invoices where clinic_id = $1 order by id`),
    lines: await rows(
      'select id, amount_cents, description from invoice_lines where clinic_id = $1 order by id',
    ),
    payments:
      await rows(`select id, invoice_id, status, amount_cents, refunded_cents, failure_code, charged_at
      from payments where clinic_id = $1 order by id`),
    refunds: await rows('select id, status, amount_cents from refunds where clinic_id = $1 order by id'),
    // numbers follow the order in which payments were found
    receipts: await rows(
      'select payment_id, amount_cents, paid_at, plan_name from receipts where clinic_id = $1 order by payment_id',
    ),
    receiptNumbers: await rows('select number from receipts where clinic_id = $1 order by number'),
    mails: await rows(
      `select kind, outcome, count(*) from app.notices where clinic_id = $1 group by 1, 2 order by 1, 2`,
    ),
    sent: await rows(
      'select template, count(*) from app.mails where clinic_id = $1 group by template order by template',
    ),
    payouts: await rows(`select id, status, amount_cents, arrives_on, is_itemized, payments_count from payouts
      where clinic_id = $1 order by id`),
    movements: await rows(`select id, kind, net_cents, fee_cents, payment_id, payout_id from balance_movements
      where clinic_id = $1 order by id`),
    ledger: await rows(`select j.key, j.kind, j.occurred_at, p.account, p.amount_cents from journal j
      join postings p on p.journal_id = j.id where j.clinic_id = $1 order by j.key, p.account`),
  }
}

/** Compares with Stripe itself, so that a wrong first run is not the standard for the others. */
async function expectToMatchStripe(
  clinic: SellingClinic,
  known: Awaited<ReturnType<typeof localState>>,
): Promise<void> {
  const inClinic = { stripeAccount: clinic.account }
  const charges = await test.client.charges.list({ limit: 100 }, inClinic)
  const net = charges.data
    .filter(({ status }) => status === 'succeeded')
    .reduce((sum, charge) => sum + charge.amount - charge.amount_refunded, 0)
  const revenue = known.ledger
    .filter(({ account }) => String(account).includes(':revenue:'))
    .reduce((sum, { amount_cents }) => sum - Number(amount_cents), 0)
  expect(revenue).toBe(net)
  const { available, pending } = await test.client.balance.retrieve({}, inClinic)
  const balance = known.ledger
    .filter(({ account }) => account === `clinic:${clinic.id}:stripe`)
    .reduce((sum, { amount_cents }) => sum + Number(amount_cents), 0)
  // without an event: the next sweep books them
  const fees = await test.client.balanceTransactions.list({ type: 'stripe_fee', limit: 100 }, inClinic)
  const unread = fees.data.filter(({ id }) => !known.movements.some((movement) => movement.id === id))
  expect(balance).toBe(
    [...available, ...pending, ...unread.map(({ net }) => ({ amount: -net }))].reduce(
      (sum, { amount }) => sum + amount,
      0,
    ),
  )
  const subscriptions = await test.client.subscriptions.list({ status: 'all' }, inClinic)
  expect(known.subscriptions.map(({ status }) => status)).toEqual(
    subscriptions.data.map(({ status }) => status),
  )
  const invoices = await test.client.invoices.list({}, inClinic)
  expect(known.invoices.map(({ status }) => status).sort()).toEqual(
    invoices.data.map(({ status }) => status).sort(),
  )
}

/** Resets to before the first event; objects created at Stripe (customers, pages) stay. */
async function reset(clinic: SellingClinic): Promise<void> {
  await test.db.asOwner('alter table journal disable trigger user')
  await test.db.asOwner('alter table postings disable trigger user')
  await test.db.asOwner('alter table receipts disable trigger user')
  for (const table of ['user_notices', 'app.mails', 'app.notices', 'receipts', 'app.receipt_numbers'])
    await test.db.asOwner(`delete from ${table} where clinic_id = $1`, [clinic.id])
  for (const table of [
    'postings',
    'journal',
    'balance_movements',
    'payouts',
    'refunds',
    'disputes',
    'payments',
    'invoice_lines',
    'invoices',
  ])
    await test.db.asOwner(`delete from ${table} where clinic_id = $1`, [clinic.id])
  for (const table of ['subscription_items', 'subscription_members', 'subscriptions'])
    await test.db.asOwner(`delete from ${table} where clinic_id = $1`, [clinic.id])
  await test.db.asOwner('delete from app.webhook_events where account = $1', [clinic.account])
  await test.db.asOwner(`update payout_accounts set swept_until = '2020-01-01' where clinic_id = $1`, [
    clinic.id,
  ])
  await test.db.asOwner(`update app.checkouts set state = 'open' where clinic_id = $1`, [clinic.id])
  await test.db.asOwner(
    'update patient_customers set card_brand = null, card_last4 = null where clinic_id = $1',
    [clinic.id],
  )
  await test.db.asOwner('alter table journal enable trigger user')
  await test.db.asOwner('alter table postings enable trigger user')
  await test.db.asOwner('alter table receipts enable trigger user')
}
