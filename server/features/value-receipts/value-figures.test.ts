import { expect, it } from 'vitest'
import { setUpPayments } from '#testing/money/set-up.ts'
import { subscriptionOf } from '#testing/money/subscriptions.ts'
import { aValueReceipt } from '#testing/money/value-receipts.ts'
import { valueFigures } from './value-figures.ts'

const test = await setUpPayments({ now: '2027-06-01T12:00:00Z' })

it('counts opened receipts of those shown in the last 90 days', async () => {
  const clinic = await test.aSellingClinic()
  const member = await test.aMember(clinic, await test.aPublishedPlan(clinic))
  const { id: subscriptionId } = await subscriptionOf(test, member)
  const of = { clinicId: clinic.id, patientId: member.patientId, subscriptionId }
  await aValueReceipt(test.db, of, { endsAt: '2027-05-10T12:00:00Z', openedAt: '2027-05-12T12:00:00Z' })
  await aValueReceipt(test.db, of, { endsAt: '2027-04-10T12:00:00Z' })
  // hidden, and too long ago
  await aValueReceipt(test.db, of, { endsAt: '2027-03-20T12:00:00Z', isShown: false })
  await aValueReceipt(test.db, of, { endsAt: '2027-01-10T12:00:00Z', openedAt: '2027-01-12T12:00:00Z' })
  expect(await test.call(valueFigures, clinic.admin.caller(), {})).toEqual({ shown: 2, opened: 1 })
})
