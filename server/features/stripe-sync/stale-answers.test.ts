import { expect, it } from 'vitest'
import { setUpSale } from '#testing/money/set-up.ts'
import { createCheckout } from '../clinic-tier/create-checkout.ts'
import { refreshAccount } from './refresh/refresh-account.ts'
import { refreshCard } from './refresh/refresh-card.ts'
import { refreshInvoice } from './refresh/refresh-invoice.ts'
import { refreshSubscription } from './refresh/refresh-subscription.ts'
import { refreshTier } from './refresh/refresh-tier.ts'

// Two workers: the first reads before a change and writes after the second. The change must survive in each local copy.

const { test, clinic, plan } = await setUpSale()

const connected = () => ({ clinicId: clinic.id, account: clinic.account, timeZone: clinic.timeZone })
const inClinic = () => ({ stripeAccount: clinic.account })

/** Holds back the answer of the first call of `name` until `release` is called. */
function holdFirst<Operations extends object>(operations: Operations, name: keyof Operations) {
  const real = operations[name] as (...args: unknown[]) => Promise<unknown>
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let markRead = () => {}
  const isRead = new Promise<void>((resolve) => {
    markRead = resolve
  })
  let calls = 0
  operations[name] = (async (...args: unknown[]) => {
    const answer = await real.apply(operations, args)
    if (calls++ === 0) {
      markRead()
      await held
    }
    return answer
  }) as Operations[keyof Operations]
  return {
    isRead,
    release() {
      operations[name] = real as Operations[keyof Operations]
      release()
    },
  }
}

async function race<O extends object>(
  operations: O,
  name: keyof O,
  refresh: () => Promise<string>,
  change: () => Promise<unknown>,
): Promise<string> {
  const slow = holdFirst(operations, name)
  const late = refresh()
  await slow.isRead
  await change()
  await refresh()
  slow.release()
  return late
}

async function copyOf(patientId: string) {
  const [row] = await test.db.asOwner<{
    subscription: string
    customer: string
    invoice: string
    charge: string
  }>(
    `select s.stripe_subscription as subscription, c.stripe_customer as customer, i.id as invoice, p.id as charge
       from subscriptions s join patient_customers c on c.patient_id = s.owner_patient_id
       join invoices i on i.subscription_id = s.id join payments p on p.invoice_id = i.id
      where s.owner_patient_id = $1`,
    [patientId],
  )
  if (!row) throw new Error('this patient has no subscription')
  return row
}

it('a late answer does not overwrite a subscription', async () => {
  const { patientId } = await test.aMember(clinic, plan)
  const { subscription } = await copyOf(patientId)
  const late = await race(
    test.services.stripe.subscriptions,
    'read',
    () => refreshSubscription(test.services, connected(), subscription),
    () => test.client.subscriptions.cancel(subscription, {}, inClinic()),
  )
  expect(late).toBe('older than known')
  const [row] = await test.db.asOwner('select status from subscriptions where stripe_subscription = $1', [
    subscription,
  ])
  expect(row).toEqual({ status: 'canceled' })
})

it('a late answer does not overwrite an invoice with its payment, or the ledger', async () => {
  const { patientId } = await test.aMember(clinic, plan)
  const { invoice, charge } = await copyOf(patientId)
  const late = await race(
    test.services.stripe.invoices,
    'read',
    () => refreshInvoice(test.services, connected(), invoice, 'test'),
    () => test.client.refunds.create({ charge, amount: 500 }, inClinic()),
  )
  expect(late).toBe('older than known')
  expect(await test.db.asOwner('select refunded_cents from payments where id = $1', [charge])).toEqual([
    { refunded_cents: 500 },
  ])
  expect(await test.db.asOwner('select amount_cents from refunds where payment_id = $1', [charge])).toEqual([
    { amount_cents: 500 },
  ])
  const booked = await test.db.asOwner(
    `select kind from journal where key like 'refund:%' and clinic_id = $1`,
    [clinic.id],
  )
  expect(booked).toEqual([{ kind: 'refund' }])
})

it('a late answer does not overwrite a card', async () => {
  const { patientId } = await test.aMember(clinic, plan)
  const { customer } = await copyOf(patientId)
  await race(
    test.services.stripe.customers,
    'read',
    () => refreshCard(test.services, { clinicId: clinic.id, account: clinic.account }, customer),
    async () => {
      const card = await test.client.paymentMethods.attach('pm_card_mastercard', { customer }, inClinic())
      const settings = { invoice_settings: { default_payment_method: card.id } }
      await test.client.customers.update(customer, settings, inClinic())
    },
  )
  const [row] = await test.db.asOwner('select card_brand from patient_customers where stripe_customer = $1', [
    customer,
  ])
  expect(row).toEqual({ card_brand: 'mastercard' })
})

it('a late answer does not overwrite a payout account', async () => {
  const { accounts } = test.services.stripe
  const { read } = accounts
  const late = await race(
    accounts,
    'read',
    () => refreshAccount(test.services, clinic.account),
    async () => {
      const now = {
        ...(await read.call(accounts, clinic.account)),
        chargesEnabled: false,
        payoutsEnabled: false,
      }
      accounts.read = async () => ({ ...now, requirementsPastDue: ['individual.verification.document'] })
    },
  )
  expect(late).toBe('older than known')
  accounts.read = read
  const [row] = await test.db.asOwner('select state from payout_accounts where clinic_id = $1', [clinic.id])
  expect(row).toEqual({ state: 'restricted' })
  await refreshAccount(test.services, clinic.account)
})

it('a late answer does not overwrite a clinic’s tier', async () => {
  await test.pay((await test.call(createCheckout, clinic.admin.caller(), { plan: 'starter' })).url)
  await test.work()
  const [billing] = await test.db.asOwner<{ customer: string; subscription: string }>(
    'select stripe_customer as customer, stripe_subscription as subscription from clinic_billing where clinic_id = $1',
    [clinic.id],
  )
  const late = await race(
    test.services.stripe.subscriptions,
    'listOf',
    () => refreshTier(test.services, billing?.customer ?? ''),
    () => test.client.subscriptions.cancel(billing?.subscription ?? ''),
  )
  expect(late).toBe('older than known')
  const [row] = await test.db.asOwner('select subscription_status from clinic_billing where clinic_id = $1', [
    clinic.id,
  ])
  expect(row).toEqual({ subscription_status: 'canceled' })
})
