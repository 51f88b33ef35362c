import { describe, expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { agreement } from '#testing/money/agreement.ts'
import { setUpSale } from '#testing/money/set-up.ts'
import { chargesOf, heldBy } from '#testing/money/subscriptions.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { joinPlan } from './join-plan.ts'

const { test, clinic, plan } = await setUpSale()

function join(caller: Caller, priceId = plan.price.id, attempt: string = crypto.randomUUID()) {
  return test.call(joinPlan, caller, { priceId, attempt, agreement })
}

describe('two tabs', () => {
  it('share one page, so paying in both charges once', async () => {
    const patient = await aPatient(test.db, clinic)
    const [one, two] = await Promise.all([join(patient.caller()), join(patient.caller())])
    expect(two.url).toBe(one.url)
    const paid = await Promise.all([test.pay(one.url), test.pay(two.url)])
    expect(paid.map(({ status }) => status)).toEqual([303, 303])
    await test.work()
    expect(await chargesOf(test, clinic, patient)).toEqual([9_900])
    expect(await heldBy(test, patient)).toHaveLength(1)
  })

  it('with different prices of one kind leave only the last page open', async () => {
    const yearly = await test.aPublishedPlan(clinic, { interval: 'year', amountCents: 99_000 })
    const patient = await aPatient(test.db, clinic)
    const first = await join(patient.caller())
    const second = await join(patient.caller(), yearly.price.id)
    expect((await test.pay(first.url)).status).toBe(410)
    expect((await test.pay(second.url)).status).toBe(303)
    await test.work()
    expect(await chargesOf(test, clinic, patient)).toEqual([99_000])
  })

  it('leave one page open when one tab’s call to Stripe is slow', async () => {
    const other = await test.aPublishedPlan(clinic, { amountCents: 6_000 })
    const patient = await aPatient(test.db, clinic)
    const { checkout } = test.services.stripe
    const { open } = checkout
    let second = ''
    checkout.open = async (...args) => {
      checkout.open = open
      const page = await open.call(checkout, ...args)
      // the page exists at Stripe and is not stored; the other tab now chooses and gets its page
      second = (await join(patient.caller(), other.price.id)).url
      return page
    }
    const first = (await join(patient.caller())).url
    await test.pay(second)
    await test.pay(first)
    await test.work()
    expect(await chargesOf(test, clinic, patient)).toEqual([9_900])
    expect(await heldBy(test, patient)).toHaveLength(1)
  })

  it('that keep choosing at the same time never leave two payable pages', async () => {
    const other = await test.aPublishedPlan(clinic, { amountCents: 5_000 })
    const patient = await aPatient(test.db, clinic)
    const asked = await Promise.allSettled(
      Array.from({ length: 6 }, (_, n) => join(patient.caller(), n % 2 ? other.price.id : plan.price.id)),
    )
    const urls = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value.url] : []))
    expect(urls.length).toBeGreaterThan(0)
    for (const url of new Set(urls)) await test.pay(url)
    await test.work()
    const paid = await chargesOf(test, clinic, patient)
    expect(paid.length).toBeLessThanOrEqual(1)
    // the last tab may have run out of rounds; another click gives it a page
    if (paid.length === 0) {
      expect(asked.some(({ status }) => status === 'rejected')).toBe(true)
      await test.pay((await join(patient.caller())).url)
      await test.work()
    }
    expect(await chargesOf(test, clinic, patient)).toHaveLength(1)
    expect(await heldBy(test, patient)).toHaveLength(1)
  })

  it('lead to the confirming page once one has paid, and then to a refusal', async () => {
    const patient = await aPatient(test.db, clinic)
    const { location } = await test.pay((await join(patient.caller())).url)
    expect((await join(patient.caller())).url).toBe(location)
    await test.work()
    await expect(join(patient.caller())).rejects.toMatchObject({ code: 'already_joined' })
  })
})

it('get one page after a crash in between', async () => {
  const patient = await aPatient(test.db, clinic)
  const { checkout } = test.services.stripe
  const { open } = checkout
  checkout.open = async (...args) => {
    // Stripe created the page, and the process died before storing it
    await open.call(checkout, ...args)
    throw new Error('killed')
  }
  await expect(join(patient.caller(), plan.price.id, 'click-000001')).rejects.toThrow('killed')
  checkout.open = open
  const { url } = await join(patient.caller(), plan.price.id, 'click-000001')
  const [customer] = await test.db.asOwner<{ id: string }>(
    'select stripe_customer as id from patient_customers where patient_id = $1',
    [patient.patientId],
  )
  const pages = await test.client.checkout.sessions.list(
    { customer: customer?.id ?? '' },
    { stripeAccount: clinic.account },
  )
  expect(pages.data.map((page) => page.url)).toEqual([url])
  await test.pay(url)
  await test.work()
  expect(await chargesOf(test, clinic, patient)).toEqual([9_900])
})
