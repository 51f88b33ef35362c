import type { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { aClinic, aPayer, aPlan, aSandbox, cardFields, type SandboxBench } from '../testing/a-sandbox.ts'

describe('onboarding', () => {
  const back = { refresh_url: 'http://localhost/refresh', return_url: 'http://localhost/back' }

  async function aLink(bench: SandboxBench) {
    const account = await bench.stripe.accounts.create({
      type: 'express',
      email: 'admin@sunrise.test',
      capabilities: { card_payments: { requested: true } },
      business_profile: { name: 'Sunrise' },
      metadata: { clinic: 'c-1' },
    })
    const link = await bench.stripe.accountLinks.create({
      account: account.id,
      type: 'account_onboarding',
      ...back,
    })
    return { account, link }
  }

  it('enables charges, payouts and capabilities, and clears the requirements', async () => {
    const bench = await aSandbox()
    const { account, link } = await aLink(bench)
    expect(account).toMatchObject({ charges_enabled: false, capabilities: { card_payments: 'inactive' } })
    expect(account.requirements?.currently_due?.length).toBeGreaterThan(0)
    expect((await bench.open(link.url)).text).toContain('Set up payouts')
    expect((await bench.send(link.url)).location).toBe(back.return_url)
    expect(await bench.stripe.accounts.retrieve(account.id)).toMatchObject({
      charges_enabled: true,
      payouts_enabled: true,
      details_submitted: true,
      capabilities: { card_payments: 'active' },
      requirements: { currently_due: [], disabled_reason: null },
      metadata: { clinic: 'c-1' },
    })
    const events = (
      await bench.stripe.events.list({ type: 'account.updated' }, { stripeAccount: account.id })
    ).data
    expect(events).toMatchObject([
      { account: account.id, data: { previous_attributes: { charges_enabled: false } } },
    ])
    expect((await bench.send(link.url)).location).toBe(back.return_url)
    expect((await bench.stripe.accounts.list()).data).toHaveLength(1)
  })

  it('redirects to the refresh address if the link is older than five minutes', async () => {
    const bench = await aSandbox()
    const { account, link } = await aLink(bench)
    expect(link.expires_at).toBe(bench.now() + 300)
    bench.time.set((link.expires_at + 1) * 1)
    expect((await bench.send(link.url)).location).toBe(back.refresh_url)
    expect((await bench.stripe.accounts.retrieve(account.id)).charges_enabled).toBe(false)
  })

  it('opens once: a second visit leads to the refresh address, even if the first was abandoned', async () => {
    const bench = await aSandbox()
    const { account, link } = await aLink(bench)
    expect((await bench.open(link.url)).text).toContain(`<a href="${back.return_url}">Back to Carefold</a>`)
    expect((await bench.open(link.url)).location).toBe(back.refresh_url)
    expect((await bench.stripe.accounts.retrieve(account.id)).details_submitted).toBe(false)
    // The page of the first visit can still be submitted.
    expect((await bench.send(link.url)).location).toBe(back.return_url)
    expect((await bench.stripe.accounts.retrieve(account.id)).charges_enabled).toBe(true)
  })

  it('refuses the blocked pair of controller properties', async () => {
    const { stripe } = await aSandbox()
    await expect(
      stripe.accounts.create({
        controller: { fees: { payer: 'account' }, losses: { payments: 'application' } },
      }),
    ).rejects.toMatchObject({ statusCode: 400 })
  })
})

describe('the billing portal', () => {
  async function aPortal(bench: SandboxBench, more: Partial<Stripe.BillingPortal.SessionCreateParams> = {}) {
    const price = await aPlan(bench)
    const customer = await aPayer(bench)
    const subscription = await bench.stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
    })
    const session = await bench.stripe.billingPortal.sessions.create({
      customer: customer.id,
      return_url: 'http://localhost/pay',
      ...more,
    })
    const read = () => bench.stripe.subscriptions.retrieve(subscription.id)
    return { customer, subscription, url: session.url, read }
  }

  it('cancels at the period’s end, and resumes the plan', async () => {
    const bench = await aSandbox()
    const { url, subscription, read } = await aPortal(bench)
    expect((await bench.open(url)).text).toContain('Next payment on Apr 1, 2027.')
    await bench.send(url, { action: 'cancel', subscription: subscription.id })
    expect((await read()).cancel_at_period_end).toBe(true)
    expect((await bench.open(url)).text).toContain('Ends on Apr 1, 2027.')
    await bench.send(url, { action: 'keep', subscription: subscription.id })
    expect((await read()).cancel_at_period_end).toBe(false)
  })

  it('does not touch another customer’s plan', async () => {
    const bench = await aSandbox()
    const mine = await aPortal(bench)
    const theirs = await aPortal(bench)
    await bench.send(mine.url, { action: 'cancel', subscription: theirs.subscription.id })
    expect((await theirs.read()).cancel_at_period_end).toBe(false)
  })

  it('shows plan, card and invoices', async () => {
    const bench = await aSandbox()
    const { text } = await bench.open((await aPortal(bench)).url)
    for (const words of [
      'Adult member',
      'Visa ending in 4242',
      'Mar 1, 2027',
      '$49.00',
      'http://localhost/pay',
    ]) {
      expect(text).toContain(words)
    }
  })

  it('in the flow payment_method_update shows only the card form, and returns once the card is saved', async () => {
    const bench = await aSandbox()
    const { url, customer } = await aPortal(bench, {
      flow_data: {
        type: 'payment_method_update',
        after_completion: { type: 'redirect', redirect: { return_url: 'http://localhost/settings' } },
      },
    })
    const page = await bench.open(url)
    expect(page.text).toContain('Card number')
    expect(page.text).not.toContain('Cancel at the end')
    const declined = await bench.send(url, { action: 'card', ...cardFields('4000 0000 0000 0002') })
    expect((await bench.open(declined.location ?? '')).text).toContain('Your card was declined.')
    const saved = await bench.send(url, { action: 'card', ...cardFields('5555 5555 5555 4444') })
    expect(saved.location).toBe('http://localhost/settings')
    const after = (await bench.stripe.customers.retrieve(customer.id, {
      expand: ['invoice_settings.default_payment_method'],
    })) as Stripe.Customer
    expect(after.invoice_settings.default_payment_method).toMatchObject({ card: { brand: 'mastercard' } })
  })

  it('asks the bank before it saves a card that requires it', async () => {
    const bench = await aSandbox()
    const { url, customer } = await aPortal(bench)
    const asked = await bench.send(url, { action: 'card', ...cardFields('4000 0000 0000 3220') })
    expect(asked.location).toContain('/pay/3ds/')
    const before = (await bench.stripe.customers.retrieve(customer.id)) as Stripe.Customer
    expect((await bench.send(asked.location ?? '', { answer: 'approve' })).location).toBe(url)
    const after = (await bench.stripe.customers.retrieve(customer.id)) as Stripe.Customer
    expect(after.invoice_settings.default_payment_method).not.toBe(
      before.invoice_settings.default_payment_method,
    )
  })

  it('closes after an hour', async () => {
    const bench = await aSandbox()
    const { url } = await aPortal(bench)
    bench.time.pass(0, 1)
    expect((await bench.open(url)).status).toBe(410)
  })

  it('belongs to one clinic', async () => {
    const bench = await aSandbox()
    const stripeAccount = await aClinic(bench)
    const { customer } = await aPortal(bench)
    await expect(
      bench.stripe.billingPortal.sessions.create({ customer: customer.id }, { stripeAccount }),
    ).rejects.toMatchObject({ code: 'resource_missing' })
  })
})
