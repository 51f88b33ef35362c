import type { Stripe } from 'stripe'
import { aPayer, aPlan, type SandboxBench } from './a-sandbox.ts'

export async function aMember(
  bench: SandboxBench,
  options: { cents?: number; card?: string; more?: Partial<Stripe.SubscriptionCreateParams> } = {},
) {
  const price = await aPlan(bench, options.cents ?? 4900)
  const customer = await aPayer(bench, options.card)
  const subscription = await bench.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    ...options.more,
  })
  const read = () => bench.stripe.subscriptions.retrieve(subscription.id)
  const invoices = async () =>
    (await bench.stripe.invoices.list({ subscription: subscription.id, limit: 100 })).data
  const payWith = async (card: string) => {
    const method = await attachCard(bench, customer.id, card)
    await bench.stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method } })
  }
  const itemId = subscription.items.data[0]?.id ?? ''
  return { price, customer, subscription, itemId, read, invoices, payWith }
}

/** @returns the payment method's id */
export async function attachCard(bench: SandboxBench, customerId: string, card = 'pm_card_visa') {
  return (await bench.stripe.paymentMethods.attach(card, { customer: customerId })).id
}

/** YYYY-MM-DD of a Unix time, in UTC. */
export const dayOf = (seconds: number | undefined) =>
  new Date((seconds ?? 0) * 1000).toISOString().slice(0, 10)
