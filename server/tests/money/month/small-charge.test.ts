import { expect, it } from 'vitest'
import { isAddedToNextBill } from '#domain/subscriptions/small-charges.ts'
import { changeHousehold } from '#server/features/subscriptions/changes/change-household.ts'
import { openTestPayments } from '#testing/money/payments.ts'

it('an amount below Stripe’s minimum is not charged, but added to the next bill, as the page announces', async () => {
  const test = await openTestPayments({ now: '2026-04-01T15:00:00Z' })
  const clinic = await test.aSellingClinic({ timeZone: 'America/Toronto' })
  const plan = await test.aPublishedPlan(clinic, { amountCents: 9_900, childCents: 2_000, childAgeLimit: 18 })
  const patient = await test.aMember(clinic, plan)
  const [row] = await test.db.asOwner<{ id: string; customer: string }>(
    `select s.id, c.stripe_customer as customer from subscriptions s
       join patient_customers c on c.patient_id = s.owner_patient_id where s.owner_patient_id = $1`,
    [patient.patientId],
  )
  const charges = async () => {
    const given = { customer: row?.customer ?? '', limit: 100 }
    const { data } = await test.client.charges.list(given, { stripeAccount: clinic.account })
    return data.map(({ amount }) => amount).reverse()
  }
  // five hours before the renewal: 2,000 x 5 / 720 hours
  await test.pass('P29DT19H')
  const child = { name: 'Kim Doe', bornOn: '2020-01-01' }
  const ask = { subscriptionId: row?.id, add: [child], remove: [] }
  const { preview } = await test.call(changeHousehold, patient.caller(), ask)
  if (!preview) throw new Error('no price')
  expect(preview.amountCents).toBe(14)
  expect(isAddedToNextBill(preview.amountCents)).toBe(true)
  await test.call(changeHousehold, patient.caller(), {
    ...ask,
    agreed: { attempt: crypto.randomUUID(), quote: { at: preview.at, amountCents: preview.amountCents } },
  })
  await test.work()
  expect(await charges()).toEqual([9_900])
  await test.pass('PT7H')
  expect(await charges()).toEqual([9_900, 9_900 + 2_000 + 14])
  await test.close()
}, 60_000)
