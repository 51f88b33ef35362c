import { expect, it } from 'vitest'
import { aSandbox } from '../testing/a-sandbox.ts'

it('the metadata of an attached card can be changed, not of an unattached one', async () => {
  const { stripe } = await aSandbox()
  const customer = await stripe.customers.create()
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  const changed = await stripe.paymentMethods.update(card.id, {
    metadata: { from: 'bank' },
  })
  expect(changed).toMatchObject({
    metadata: { from: 'bank' },
  })
  const { data } = await stripe.events.list({ type: 'payment_method.updated' })
  expect(data).toHaveLength(1)
  const unsaved = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } })
  await expect(stripe.paymentMethods.update(unsaved.id, { metadata: { a: 'b' } })).rejects.toThrow(
    'save this',
  )
})

it('a setup intent is canceled once', async () => {
  const { stripe } = await aSandbox()
  const intent = await stripe.setupIntents.create({})
  const ended = await stripe.setupIntents.cancel(intent.id, { cancellation_reason: 'abandoned' })
  expect(ended).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
  await expect(stripe.setupIntents.cancel(intent.id)).rejects.toMatchObject({
    code: 'setup_intent_unexpected_state',
  })
  const { data } = await stripe.events.list({ type: 'setup_intent.canceled' })
  expect(data).toHaveLength(1)
})

it('a product is deleted unless it has a price', async () => {
  const { stripe } = await aSandbox()
  const product = await stripe.products.create({ name: 'Plan' })
  expect(await stripe.products.del(product.id)).toMatchObject({ deleted: true })
  await expect(stripe.products.retrieve(product.id)).rejects.toMatchObject({ code: 'resource_missing' })
  const sold = await stripe.products.create({ name: 'Plan' })
  await stripe.prices.create({ product: sold.id, currency: 'usd', unit_amount: 100 })
  await expect(stripe.products.del(sold.id)).rejects.toThrow('user-created prices')
})

it('an account is changed, and the platform cannot access it once disconnected', async () => {
  const { stripe } = await aSandbox()
  const account = await stripe.accounts.create({ type: 'standard', email: 'one@sunrise.test' })
  const changed = await stripe.accounts.update(account.id, {
    email: 'two@sunrise.test',
    business_profile: { name: 'Sunrise' },
  })
  expect(changed).toMatchObject({ email: 'two@sunrise.test', business_profile: { name: 'Sunrise' } })
  expect(await stripe.accounts.del(account.id)).toMatchObject({ id: account.id, deleted: true })
  await expect(stripe.customers.list({}, { stripeAccount: account.id })).rejects.toMatchObject({
    code: 'account_invalid',
  })
  expect((await stripe.accounts.list()).data).toEqual([])
})
