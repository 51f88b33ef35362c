import { readFileSync } from 'node:fs'
import { Stripe } from 'stripe'
import { expect, it } from 'vitest'
import type { ParamTable } from '../kernel/params.ts'
import { endpoints } from '../routes/index.ts'
import { problemsOf } from '../schema/conformance.ts'
import { declared, membersOf, resolved, type SdkType } from '../schema/declarations.ts'
import { shapesModule } from '../schema/generate-shapes.ts'
import { shapes } from '../schema/shapes.generated.ts'
import { aClient, aClinic, aPayer, aPlan, aSandbox, cardFields, checkedFetch } from '../testing/a-sandbox.ts'

it('has shapes generated from the installed SDK', () => {
  const written = readFileSync(new URL('../schema/shapes.generated.ts', import.meta.url), 'utf8')
  expect(written).toBe(shapesModule())
})

it('returns complete objects of the pinned version throughout a clinic’s life and in its events', async () => {
  const bench = await aSandbox()
  const problems = new Set<string>()
  const stripe = aClient({ fetch: checkedFetch(bench.sandbox, problems) })
  const checked = { ...bench, stripe }
  await stripe.webhookEndpoints.create({ url: 'http://localhost/hook', enabled_events: ['*'], connect: true })
  const account = await aClinic(checked)
  const clinic = { stripeAccount: account }
  const price = await aPlan(checked, 4900, clinic)
  const payer = await aPayer(checked, 'pm_card_visa', clinic)
  const coupon = await stripe.coupons.create({ percent_off: 10, duration: 'forever' }, clinic)
  const tax = await stripe.taxRates.create({ display_name: 'HST', percentage: 13, inclusive: false }, clinic)
  const bySdk = await stripe.subscriptions.create(
    {
      customer: payer.id,
      items: [{ price: price.id, quantity: 2 }],
      discounts: [{ coupon: coupon.id }],
      default_tax_rates: [tax.id],
      expand: ['latest_invoice.payments.data.payment.payment_intent', 'discounts'],
    },
    clinic,
  )
  await stripe.subscriptions.update(
    bySdk.id,
    { items: [{ id: bySdk.items.data[0]?.id ?? '', quantity: 3 }] },
    clinic,
  )
  await stripe.invoices.createPreview({ customer: payer.id, subscription: bySdk.id }, clinic)
  for (const mode of ['payment', 'subscription', 'setup'] as const) {
    const recurring = mode === 'subscription' ? { recurring: { interval: 'month' as const } } : {}
    const session = await stripe.checkout.sessions.create(
      {
        mode,
        success_url: 'http://localhost/done',
        ...(mode === 'setup'
          ? { currency: 'usd' }
          : {
              line_items: [
                {
                  quantity: 1,
                  price_data: {
                    currency: 'usd',
                    unit_amount: 2000,
                    product_data: { name: 'Visit' },
                    ...recurring,
                  },
                },
              ],
            }),
      },
      clinic,
    )
    await bench.send(session.url ?? '', cardFields())
    await stripe.checkout.sessions.retrieve(session.id, { expand: ['line_items', 'customer'] }, clinic)
  }
  await stripe.paymentIntents
    .create(
      { amount: 1000, currency: 'usd', payment_method: 'pm_card_chargeDeclined', confirm: true },
      clinic,
    )
    .catch(() => undefined)
  await stripe.paymentIntents.create(
    { amount: 1000, currency: 'usd', payment_method: 'pm_card_threeDSecure2Required', confirm: true },
    clinic,
  )
  await stripe.setupIntents.create(
    { customer: payer.id, payment_method: 'pm_card_visa', confirm: true },
    clinic,
  )
  await stripe.setupIntents.create({ payment_method: 'pm_card_threeDSecure2Required', confirm: true }, clinic)
  const [charge] = (await stripe.charges.list({ customer: payer.id }, clinic)).data
  await stripe.refunds.create({ charge: charge?.id ?? '', amount: 100 }, clinic)
  await stripe.charges.retrieve(
    charge?.id ?? '',
    { expand: ['refunds', 'balance_transaction', 'payment_intent'] },
    clinic,
  )
  const asked = await stripe.paymentIntents.create(
    {
      amount: 900,
      currency: 'usd',
      payment_method: 'pm_card_createDisputeInquiry',
      confirm: true,
      return_url: 'http://localhost/back',
    },
    clinic,
  )
  await stripe.charges.retrieve(String(asked.latest_charge), {}, clinic)
  const disputed = { amount: 700, currency: 'usd', payment_method: 'pm_card_createDispute', confirm: true }
  await stripe.paymentIntents.create({ ...disputed, return_url: 'http://localhost/back' }, clinic)
  const [dispute] = (await stripe.disputes.list({}, clinic)).data
  const evidence = { uncategorized_text: 'winning_evidence' }
  await stripe.disputes.update(dispute?.id ?? '', { evidence }, clinic)
  await stripe.invoiceItems.create({ customer: payer.id, amount: 700, currency: 'usd' }, clinic)
  const invoice = await stripe.invoices.create(
    { customer: payer.id, pending_invoice_items_behavior: 'include' },
    clinic,
  )
  await stripe.invoices.pay(invoice.id, {}, clinic)
  await stripe.billingPortal.sessions.create(
    {
      customer: payer.id,
      flow_data: {
        type: 'payment_method_update',
        after_completion: { type: 'redirect', redirect: { return_url: 'http://localhost/back' } },
      },
    },
    clinic,
  )
  await stripe.testHelpers.testClocks.create({ frozen_time: bench.now() })
  bench.time.pass(40)
  await stripe.subscriptions.cancel(bySdk.id, {}, clinic)
  await stripe.customers.retrieve(payer.id, { expand: ['subscriptions'] }, clinic)
  for (const lists of [
    stripe.subscriptions,
    stripe.invoices,
    stripe.invoiceItems,
    stripe.balanceTransactions,
    stripe.refunds,
  ]) {
    await lists.list({ limit: 100 }, clinic)
  }
  await stripe.invoicePayments.list({}, clinic)
  for await (const event of stripe.events.list({ limit: 100 }, clinic)) {
    for (const problem of problemsOf(event)) problems.add(problem)
  }
  expect([...problems]).toEqual([])
})

const paramFiles: Record<string, [file: string, prefix: string]> = {
  accounts: ['Accounts', 'Account'],
  account_links: ['AccountLinks', 'AccountLink'],
  balance: ['Balance', 'Balance'],
  balance_transactions: ['BalanceTransactions', 'BalanceTransaction'],
  'billing_portal/configurations': ['BillingPortal/Configurations', 'BillingPortal.Configuration'],
  'billing_portal/sessions': ['BillingPortal/Sessions', 'BillingPortal.Session'],
  charges: ['Charges', 'Charge'],
  'checkout/sessions': ['Checkout/Sessions', 'Checkout.Session'],
  coupons: ['Coupons', 'Coupon'],
  customers: ['Customers', 'Customer'],
  disputes: ['Disputes', 'Dispute'],
  events: ['Events', 'Event'],
  files: ['Files', 'File'],
  invoice_payments: ['InvoicePayments', 'InvoicePayment'],
  invoiceitems: ['InvoiceItems', 'InvoiceItem'],
  invoices: ['Invoices', 'Invoice'],
  payment_intents: ['PaymentIntents', 'PaymentIntent'],
  payment_methods: ['PaymentMethods', 'PaymentMethod'],
  payouts: ['Payouts', 'Payout'],
  prices: ['Prices', 'Price'],
  products: ['Products', 'Product'],
  refunds: ['Refunds', 'Refund'],
  setup_intents: ['SetupIntents', 'SetupIntent'],
  subscriptions: ['Subscriptions', 'Subscription'],
  subscription_schedules: ['SubscriptionSchedules', 'SubscriptionSchedule'],
  tax_rates: ['TaxRates', 'TaxRate'],
  'test_helpers/test_clocks': ['TestHelpers/TestClocks', 'TestHelpers.TestClock'],
  webhook_endpoints: ['WebhookEndpoints', 'WebhookEndpoint'],
}

const verbs: Record<string, string> = {
  'invoices/create_preview': 'CreatePreview',
  'customers/:id/payment_methods': 'ListPaymentMethods',
  'GET customers/:id/balance_transactions': 'ListBalanceTransactions',
  'POST customers/:id/balance_transactions': 'CreateBalanceTransaction',
  'checkout/sessions/:id/line_items': 'ListLineItems',
  'DELETE subscriptions/:id': 'Cancel',
  'invoices/:id/finalize': 'FinalizeInvoice',
  'invoices/:id/void': 'VoidInvoice',
  'invoices/:id/send': 'SendInvoice',
}

// The kernel adds Stripe's description of a file, which is not a parameter.
const withParameters = endpoints.filter(({ method, path }) => `${method} ${path}` !== 'POST files')

it.each(withParameters)(
  '$method $path accepts only parameters that the SDK declares',
  ({ method, path, table, list }) => {
    const family = Object.keys(paramFiles).find((each) => path === each || path.startsWith(`${each}/`)) ?? ''
    const [file, prefix] = paramFiles[family] ?? ['', '']
    const rest = path.slice(family.length + 1)
    const last = rest.split('/').at(-1) ?? ''
    const spelled = last
      .split('_')
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join('')
    const byMethod = { GET: list ? 'List' : 'Retrieve', POST: rest ? 'Update' : 'Create', DELETE: 'Delete' }[
      method
    ]
    const verb =
      verbs[`${method} ${path}`] ?? verbs[path] ?? (last && !last.startsWith(':') ? spelled : byMethod)
    expect(undeclared(table, declared(file, `${prefix}${verb}Params`))).toEqual([])
  },
)

/** The parameters of a table, also nested ones, that a declared type lacks. */
function undeclared(table: ParamTable, type: SdkType, path = ''): string[] {
  const members = membersOf(type)
  return Object.entries(table).flatMap(([name, param]) => {
    const member = members.find((each) => each.name === name)
    if (!member) return [`${path}${name}`]
    return param.inside ? undeclared(param.inside, objectIn(member.type), `${path}${name}.`) : []
  })
}

function objectIn(type: SdkType): SdkType {
  const is = resolved(type)
  if (is.kind === 'array') return objectIn(is.of)
  if (is.kind !== 'union') return is
  return is.of.map(objectIn).find((each) => each.kind === 'object') ?? is
}

it('detects a missing or undeclared field, and one of another type', () => {
  const refund = { ...shapes.refund, id: 're_1', amount: '5', color: 'red', status: 'succeeded' }
  const { currency: _, ...incomplete } = refund as Record<string, unknown>
  expect(problemsOf(incomplete)).toEqual([
    'refund.amount: "5" is not number',
    'refund.currency: missing',
    'refund.color: not declared',
  ])
})

it('is pinned to the API version of the SDK', () => {
  expect(Stripe.API_VERSION).toBe('2026-10-28.endive')
})
