import { afterAll, expect, it } from 'vitest'
import { fewestCompared } from '#domain/value-receipts/value-receipts.ts'
import { openTestPayments } from '#testing/payments.ts'
import { aPatient } from '#testing/people.ts'
import { subscriptionOf } from '#testing/subscriptions.ts'
import { aValueReceipt } from '#testing/value-receipts.ts'
import { valueFigures } from './value-figures.ts'

const test = await openTestPayments({ now: '2027-06-01T12:00:00Z' })
const clinic = await test.aSellingClinic()
const plan = await test.aPublishedPlan(clinic)
const model = await subscriptionOf(test, await test.aMember(clinic, plan))
afterAll(() => test.close())

const figures = () => test.call(valueFigures, clinic.admin.caller(), {})

/** A member with a plan of their own that began in January 2026. @param endedAt when it ended */
async function aCoveredPatient(endedAt: string | null) {
  const { patientId } = await aPatient(test.db, clinic)
  const [row] = await test.db.asOwner<{ id: string }>(
    `insert into subscriptions (clinic_id, owner_patient_id, plan_id, price_id, version_id, stripe_account, stripe_subscription,
                                status, started_at, current_period_start, current_period_end, ended_at)
     select clinic_id, $2, plan_id, price_id, version_id, stripe_account, 'sub_' || gen_random_uuid(),
            case when $3::timestamptz is null then 'active' else 'canceled' end, '2026-01-10T12:00:00Z', '2026-01-10T12:00:00Z',
            '2026-02-10T12:00:00Z', $3
       from subscriptions where id = $1 returning id`,
    [model.id, patientId, endedAt],
  )
  const subscriptionId = row?.id ?? ''
  await test.db.asOwner(
    `insert into subscription_members (clinic_id, subscription_id, patient_id, role, from_on) values ($1, $2, $3, 'adult', '2026-01-10')`,
    [clinic.id, subscriptionId, patientId],
  )
  return { clinicId: clinic.id, patientId, subscriptionId }
}

const first = { endsAt: '2026-02-10T12:00:00Z', isCompared: true, paidCents: 4_900 }

it('counts who opened what was shown in the last 90 days', async () => {
  const of = await aCoveredPatient(null)
  await aValueReceipt(test.db, of, { endsAt: '2027-05-10T12:00:00Z', openedAt: '2027-05-12T12:00:00Z' })
  await aValueReceipt(test.db, of, { endsAt: '2027-04-10T12:00:00Z' })
  // hidden, and too long ago
  await aValueReceipt(test.db, await aCoveredPatient(null), {
    endsAt: '2027-05-10T12:00:00Z',
    isShown: false,
  })
  await aValueReceipt(test.db, of, { endsAt: '2027-01-10T12:00:00Z', openedAt: '2027-01-12T12:00:00Z' })
  expect(await figures()).toMatchObject({ shown: 2, opened: 1 })
})

it('compares who used little and stayed for a year, once there are enough in both halves', async () => {
  for (let number = 0; number < fewestCompared - 1; number++) {
    // all but one stay with receipts, one in two without
    const withReceipts = await aCoveredPatient(number === 0 ? '2026-09-01T12:00:00Z' : null)
    await aValueReceipt(test.db, withReceipts, first)
    const without = await aCoveredPatient(number % 2 ? null : '2026-09-01T12:00:00Z')
    await aValueReceipt(test.db, without, { ...first, isShown: false })
  }
  expect(await figures()).toMatchObject({
    retention: null,
    compared: { withReceipts: fewestCompared - 1, without: fewestCompared - 1 },
  })
  await aValueReceipt(test.db, await aCoveredPatient(null), first)
  // left only after the year
  await aValueReceipt(test.db, await aCoveredPatient('2027-05-01T12:00:00Z'), { ...first, isShown: false })
  // who used much, whose first receipt is not a year old, and who was not compared say nothing
  await aValueReceipt(test.db, await aCoveredPatient(null), { ...first, valueCents: 4_900 })
  await aValueReceipt(test.db, await aCoveredPatient(null), { ...first, endsAt: '2026-07-10T12:00:00Z' })
  await aValueReceipt(test.db, await aCoveredPatient(null), { ...first, isCompared: false })
  expect(await figures()).toMatchObject({
    retention: {
      withReceipts: { people: fewestCompared, stayed: fewestCompared - 1 },
      without: { people: fewestCompared, stayed: 10 },
    },
  })
})
