import type { Stripe } from 'stripe'
import { expect, it } from 'vitest'
import { aClient, aSandbox, cardFields, testTime } from '../testing/a-sandbox.ts'
import { memoryStore } from '../world/store.ts'

it('serves a clinic from its first webhook endpoint to a renewal, and across a restart', async () => {
  const time = testTime('2027-01-31T15:00:00Z')
  const store = memoryStore()
  const arrived: { url: string; event: Stripe.Event }[] = []
  const secrets = new Map<string, string>()
  const deliver = async (url: string, body: string, headers: Record<string, string>) => {
    const signature = headers['stripe-signature'] ?? ''
    const event = stripe.webhooks.constructEvent(
      body,
      signature,
      secrets.get(url) ?? '',
      300,
      undefined,
      time.now().getTime(),
    )
    arrived.push({ url, event })
    return 200
  }
  const bench = await aSandbox({ clock: time, store, deliver })
  const { sandbox, stripe, open, send } = bench

  for (const connect of [false, true]) {
    const url = `http://carefold.localhost:3000/hooks/stripe/${connect ? 'connect' : 'account'}`
    const endpoint = await stripe.webhookEndpoints.create({ url, enabled_events: ['*'], connect })
    secrets.set(url, endpoint.secret ?? '')
  }

  const account = await stripe.accounts.create({ business_profile: { name: 'Sunrise Family Clinic' } })
  expect(account.charges_enabled).toBe(false)
  const link = await stripe.accountLinks.create({
    account: account.id,
    type: 'account_onboarding',
    refresh_url: 'http://sunrise.carefold.localhost:3000/clinic/refresh',
    return_url: 'http://sunrise.carefold.localhost:3000/clinic/payouts',
  })
  expect((await open(link.url)).text).toContain('Payment sandbox: no real money moves')
  expect((await send(link.url)).location).toBe('http://sunrise.carefold.localhost:3000/clinic/payouts')
  const onboarded = await stripe.accounts.retrieve(account.id)
  expect(onboarded).toMatchObject({ charges_enabled: true, payouts_enabled: true, details_submitted: true })

  const clinic = { stripeAccount: account.id }
  const product = await stripe.products.create({ name: 'Wellness plan' }, clinic)
  const price = await stripe.prices.create(
    { product: product.id, currency: 'usd', unit_amount: 4900, recurring: { interval: 'month' } },
    clinic,
  )
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      line_items: [{ price: price.id, quantity: 1 }],
      customer_email: 'pat@example.test',
      success_url: 'http://sunrise.carefold.localhost:3000/welcome?session={CHECKOUT_SESSION_ID}',
      cancel_url: 'http://sunrise.carefold.localhost:3000/join',
      subscription_data: { metadata: { subscription_id: 'sub-1' } },
    },
    clinic,
  )
  const page = session.url ?? ''
  expect((await open(page)).text).toContain('Sunrise Family Clinic')

  const sent = await send(page, cardFields('4000 0000 0000 0002'))
  const declined = await open(sent.location ?? '')
  expect(declined.text).toContain('role="alert"')
  expect(declined.text).toContain('Your card was declined.')
  expect((await stripe.subscriptions.list({}, clinic)).data).toEqual([])
  expect((await stripe.customers.list({}, clinic)).data).toEqual([])

  const paid = await send(page, cardFields())
  expect(paid.location).toBe(`http://sunrise.carefold.localhost:3000/welcome?session=${session.id}`)
  expect((await send(page, cardFields())).location).toBe(paid.location)
  expect((await open(page)).status).toBe(410)

  const done = await stripe.checkout.sessions.retrieve(
    session.id,
    { expand: ['subscription', 'invoice'] },
    clinic,
  )
  expect(done).toMatchObject({ status: 'complete', payment_status: 'paid', amount_total: 4900 })
  const subscription = done.subscription as Stripe.Subscription
  expect(subscription).toMatchObject({ status: 'active', metadata: { subscription_id: 'sub-1' } })
  expect((await stripe.charges.list({}, clinic)).data.filter((charge) => charge.paid)).toHaveLength(1)

  await sandbox.deliver()
  const connected = arrived.filter((each) => each.url.endsWith('/connect')).map((each) => each.event)
  expect(connected.map((event) => event.type)).toEqual(
    expect.arrayContaining([
      'account.updated',
      'checkout.session.completed',
      'invoice.paid',
      'charge.failed',
    ]),
  )
  expect(connected.every((event) => event.account === account.id)).toBe(true)
  expect(arrived.filter((each) => each.url.endsWith('/account'))).toEqual([])

  time.set('2027-02-28T15:00:00Z')
  await sandbox.settle()
  const [draft] = (await stripe.invoices.list({ subscription: subscription.id }, clinic)).data
  expect(draft).toMatchObject({ status: 'draft', billing_reason: 'subscription_cycle' })
  time.pass(0, 1)
  await sandbox.settle()
  const renewal = await stripe.invoices.retrieve(draft?.id ?? '', {}, clinic)
  expect(renewal).toMatchObject({ status: 'paid', amount_paid: 4900 })
  const pdf = await sandbox.pages(new Request(renewal.invoice_pdf ?? ''))
  expect(pdf.headers.get('content-type')).toBe('application/pdf')
  expect(
    Buffer.from(await pdf.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')

  const restarted = await aSandbox({ clock: time, store, deliver })
  const again = aClient(restarted.sandbox)
  expect((await again.subscriptions.retrieve(subscription.id, {}, clinic)).status).toBe('active')
  time.set('2027-03-31T16:00:00Z')
  await restarted.sandbox.settle()
  const invoices = await again.invoices.list({ subscription: subscription.id }, clinic)
  expect(invoices.data.map((invoice) => invoice.status)).toEqual(['paid', 'paid', 'paid'])
  const before = arrived.length
  expect(await restarted.sandbox.deliver()).toBeGreaterThan(0)
  expect(arrived.length).toBeGreaterThan(before)
})
