import { expect, it } from 'vitest'
import { afterBusinessDays } from '../billing/checkout/debits.ts'
import { aClient, aClinic, aPlan, aSandbox, checkedFetch, type SandboxBench } from '../testing/a-sandbox.ts'

const ach = { routing: '110000000', name: 'Pat Doe', email: 'pat@example.test', by: 'bank' }
const success = '000123456789'
const noFunds = '000222222227'
const isReturned = '000555555559'

/** A clinic that takes ACH, with a page for a plan of $49.00. */
async function aJoin(bench: SandboxBench) {
  const account = await aClinic(bench)
  const clinic = { stripeAccount: account }
  await bench.stripe.accounts.update(account, {
    capabilities: { us_bank_account_ach_payments: { requested: true } },
  })
  const customer = await bench.stripe.customers.create({ email: 'pat@example.test' }, clinic)
  const price = await aPlan(bench, 4900, clinic)
  const session = await bench.stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      customer: customer.id,
      allowed_payment_method_types: ['card', 'us_bank_account'],
      line_items: [{ quantity: 1, price: price.id }],
      success_url: 'http://localhost/done',
    },
    clinic,
  )
  const state = async () => {
    const page = await bench.stripe.checkout.sessions.retrieve(session.id, {}, clinic)
    const subscription = await bench.stripe.subscriptions.retrieve(String(page.subscription), {}, clinic)
    const invoice = await bench.stripe.invoices.retrieve(String(subscription.latest_invoice), {}, clinic)
    const charges = (await bench.stripe.charges.list({ customer: customer.id }, clinic)).data
    const moves = (await bench.stripe.balanceTransactions.list({}, clinic)).data
    const moved = moves.filter(({ type }) => type !== 'payout')
    return {
      page: page.payment_status,
      subscription: subscription.status,
      invoice: invoice.status,
      attempts: invoice.attempt_count,
      charges: charges.map(({ status, failure_code: code }) => code ?? status),
      moved: moved.map(({ amount, fee }) => [amount, fee]),
    }
  }
  const events = async () =>
    (await bench.stripe.events.list({ limit: 100 }, clinic)).data.map(({ type }) => type).reverse()
  const url = session.url ?? ''
  return {
    account,
    clinic,
    customer,
    url,
    state,
    events,
    pay: (number: string) => bench.send(url, { ...ach, account: number }),
  }
}

const waiting = {
  page: 'unpaid',
  subscription: 'active',
  invoice: 'open',
  attempts: 1,
  charges: ['pending'],
  moved: [],
}

it('starts a plan while the first debit is processing, and pays its invoice after four business days', async () => {
  // a Monday
  const bench = await aSandbox()
  const join = await aJoin(bench)
  const shown = (await bench.open(`${join.url}?by=bank`)).text
  expect(shown).toContain('authorize Sunrise Family Clinic to debit this bank account')
  expect((await join.pay(success)).location).toBe('http://localhost/done')
  expect(await join.state()).toEqual(waiting)
  bench.time.pass(3, 23)
  expect(await join.state()).toEqual(waiting)
  bench.time.pass(0, 2)
  expect(await join.state()).toEqual({
    page: 'paid',
    subscription: 'active',
    invoice: 'paid',
    attempts: 1,
    charges: ['succeeded'],
    moved: [[4900, 39]],
  })
  const events = await join.events()
  const heard = [
    'charge.pending',
    'payment_intent.processing',
    'checkout.session.completed',
    'charge.succeeded',
    'payment_intent.succeeded',
    'invoice.paid',
    'checkout.session.async_payment_succeeded',
  ]
  expect(events.filter((type) => heard.includes(type))).toEqual(heard)
})

it('reports a failed debit after the wait, never debits that account again, and cancels after the last retry', async () => {
  const bench = await aSandbox()
  const join = await aJoin(bench)
  await join.pay(noFunds)
  expect(await join.state()).toEqual(waiting)
  bench.time.pass(4, 1)
  const failed = {
    page: 'unpaid',
    subscription: 'past_due',
    invoice: 'open',
    charges: ['insufficient_funds'],
    // once: the fee of the failure
    moved: [[-400, 0]],
  }
  expect(await join.state()).toEqual({ ...failed, attempts: 1 })
  expect(await join.events()).toContain('checkout.session.async_payment_failed')
  bench.time.pass(4)
  expect(await join.state()).toEqual({ ...failed, attempts: 2 })
  bench.time.pass(13)
  expect(await join.state()).toEqual({ ...failed, attempts: 4, subscription: 'canceled' })
})

it('takes a returned debit back with the fee of a dispute', async () => {
  const bench = await aSandbox()
  const join = await aJoin(bench)
  await join.pay(isReturned)
  bench.time.pass(6, 1)
  expect((await join.state()).moved).toEqual([
    [-4900, 1500],
    [4900, 39],
  ])
  const [dispute] = (await bench.stripe.disputes.list({}, join.clinic)).data
  expect(dispute).toMatchObject({ status: 'lost', reason: 'debit_not_authorized' })
})

it('refuses to refund, void, pay or cancel what is processing', async () => {
  const bench = await aSandbox()
  const { clinic, customer, pay } = await aJoin(bench)
  await pay(success)
  const [charge] = (await bench.stripe.charges.list({ customer: customer.id }, clinic)).data
  const [invoice] = (await bench.stripe.invoices.list({}, clinic)).data
  const [intent] = (await bench.stripe.paymentIntents.list({}, clinic)).data
  const { stripe } = bench
  await expect(stripe.refunds.create({ charge: charge?.id ?? '' }, clinic)).rejects.toMatchObject({
    statusCode: 400,
  })
  await expect(stripe.invoices.voidInvoice(invoice?.id ?? '', {}, clinic)).rejects.toMatchObject({
    statusCode: 400,
  })
  const again = stripe.invoices.pay(invoice?.id ?? '', { payment_method: 'pm_card_visa' }, clinic)
  await expect(again).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' })
  await expect(stripe.paymentIntents.cancel(intent?.id ?? '', {}, clinic)).rejects.toMatchObject({
    statusCode: 400,
  })
})

it('debits a Canadian account that a page of mode setup saved, five business days later', async () => {
  const bench = await aSandbox()
  const problems = new Set<string>()
  const stripe = aClient({ fetch: checkedFetch(bench.sandbox, problems) })
  const account = await stripe.accounts.create({ country: 'CA', business_profile: { name: 'Maple' } })
  const link = await stripe.accountLinks.create({
    account: account.id,
    type: 'account_onboarding',
    refresh_url: 'http://localhost/refresh',
    return_url: 'http://localhost/back',
  })
  await bench.send(link.url)
  await stripe.accounts.update(account.id, { capabilities: { acss_debit_payments: { requested: true } } })
  const clinic = { stripeAccount: account.id }
  const customer = await stripe.customers.create({}, clinic)
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'setup',
      customer: customer.id,
      currency: 'cad',
      allowed_payment_method_types: ['card', 'acss_debit'],
      payment_method_options: {
        acss_debit: {
          currency: 'cad',
          mandate_options: {
            payment_schedule: 'combined',
            transaction_type: 'personal',
            interval_description: 'as your plan says',
          },
        },
      },
      success_url: 'http://localhost/done',
    },
    clinic,
  )
  const fields = { by: 'bank', transit: '11000', institution: '000', account: success, name: 'Pat Doe' }
  expect((await bench.send(session.url ?? '', { ...fields, account: '123' })).status).toBe(402)
  expect((await bench.send(session.url ?? '', fields)).location).toBe('http://localhost/done')
  const [method] = (await stripe.paymentMethods.list({ customer: customer.id }, clinic)).data
  expect(method).toMatchObject({ type: 'acss_debit', acss_debit: { last4: '6789' } })
  const terms = {
    amount: 10_000,
    currency: 'cad',
    customer: customer.id,
    payment_method: method?.id ?? '',
    confirm: true,
  }
  const intent = await stripe.paymentIntents.create(terms, clinic)
  expect(intent.status).toBe('processing')
  bench.time.pass(7, 1)
  expect((await stripe.paymentIntents.retrieve(intent.id, {}, clinic)).status).toBe('succeeded')
  const [moved] = (await stripe.balanceTransactions.list({}, clinic)).data
  expect(moved).toMatchObject({ amount: 10_000, fee: 140, type: 'payment' })
  expect([...problems]).toEqual([])
})

it('offers no debit that the account has not activated, or that Stripe cannot use for it', async () => {
  const bench = await aSandbox()
  const account = await aClinic(bench)
  const open = (
    allowed: 'us_bank_account' | 'acss_debit',
    mode: 'setup' | 'subscription',
    currency: string,
  ) =>
    bench.stripe.checkout.sessions.create(
      {
        mode,
        allowed_payment_method_types: ['card', allowed],
        success_url: 'http://localhost/done',
        ...(allowed === 'acss_debit' && {
          payment_method_options: {
            acss_debit: { mandate_options: { payment_schedule: 'combined', transaction_type: 'personal' } },
          },
        }),
        ...(mode === 'setup'
          ? { currency }
          : {
              line_items: [
                {
                  quantity: 1,
                  price_data: {
                    currency,
                    unit_amount: 100,
                    product_data: { name: 'A' },
                    recurring: { interval: 'month' },
                  },
                },
              ],
            }),
      },
      { stripeAccount: account },
    )
  await expect(open('us_bank_account', 'setup', 'usd')).rejects.toMatchObject({
    code: 'payment_method_unactivated',
  })
  const capabilities = {
    us_bank_account_ach_payments: { requested: true },
    acss_debit_payments: { requested: true },
  }
  await bench.stripe.accounts.update(account, { capabilities })
  await expect(open('us_bank_account', 'setup', 'cad')).rejects.toThrow('supports: usd')
  await expect(open('acss_debit', 'subscription', 'cad')).rejects.toThrow('subscription')
  expect((await open('us_bank_account', 'setup', 'usd')).payment_method_types).toEqual([
    'card',
    'us_bank_account',
  ])
})

it('counts business days', () => {
  const day = (at: string) => Date.parse(at) / 1000
  // a Friday, a Saturday
  expect(afterBusinessDays(day('2027-03-05T10:00:00Z'), 4)).toBe(day('2027-03-11T10:00:00Z'))
  expect(afterBusinessDays(day('2027-03-06T10:00:00Z'), 5)).toBe(day('2027-03-12T10:00:00Z'))
})
