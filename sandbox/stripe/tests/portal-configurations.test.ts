import { expect, it } from 'vitest'
import { aMember } from '../testing/a-member.ts'
import { aSandbox, cardFields } from '../testing/a-sandbox.ts'

it('the portal offers the actions of its configuration, in the clinic’s words', async () => {
  const bench = await aSandbox()
  const { stripe, open, send } = bench
  const { customer, read, subscription } = await aMember(bench)
  const configuration = await stripe.billingPortal.configurations.create({
    business_profile: { headline: 'Good to see you', terms_of_service_url: 'https://clinic.test/terms' },
    features: { subscription_cancel: { enabled: true } },
    default_return_url: 'http://localhost/back',
  })
  const session = await stripe.billingPortal.sessions.create({
    customer: customer.id,
    configuration: configuration.id,
  })
  expect(session).toMatchObject({ configuration: configuration.id, return_url: 'http://localhost/back' })
  const { text } = await open(session.url)
  expect(text).toContain('Good to see you')
  expect(text).toContain('https://clinic.test/terms')
  expect(text).toContain('Cancel at the end of the period')
  expect(text).not.toContain('Change card')
  expect(text).not.toContain('Invoices')
  await send(session.url, { action: 'card', ...cardFields() })
  expect((await stripe.customers.listPaymentMethods(customer.id)).data).toHaveLength(1)

  await stripe.billingPortal.configurations.update(configuration.id, {
    features: { subscription_cancel: { enabled: false }, invoice_history: { enabled: true } },
    metadata: { for: 'members' },
  })
  const later = (await open(session.url)).text
  expect(later).not.toContain('Cancel at the end of the period')
  expect(later).toContain('Invoices')
  await send(session.url, { action: 'cancel', subscription: subscription.id })
  expect((await read()).cancel_at_period_end).toBe(false)
  expect(await stripe.billingPortal.configurations.retrieve(configuration.id)).toMatchObject({
    business_profile: { headline: 'Good to see you' },
    metadata: { for: 'members' },
  })
})

it('a configuration that is inactive, or has a flow off, opens no session', async () => {
  const bench = await aSandbox()
  const { stripe } = bench
  const { id: customer } = await stripe.customers.create()
  const { id: configuration } = await stripe.billingPortal.configurations.create({
    features: { invoice_history: { enabled: true } },
  })
  await expect(
    stripe.billingPortal.sessions.create({
      customer,
      configuration,
      flow_data: { type: 'payment_method_update' },
    }),
  ).rejects.toThrow('disabled')
  await stripe.billingPortal.configurations.update(configuration, { active: false })
  expect((await stripe.billingPortal.configurations.list({ active: true })).data).toEqual([])
  await expect(stripe.billingPortal.sessions.create({ customer, configuration })).rejects.toThrow('inactive')
  await expect(
    stripe.billingPortal.configurations.create({ features: { subscription_pause: { enabled: true } } }),
  ).rejects.toMatchObject({ statusCode: 501 })
})
