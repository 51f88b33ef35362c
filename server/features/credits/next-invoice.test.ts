import { expect, it } from 'vitest'
import { setUpSale } from '#testing/money/set-up.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { nextInvoice } from './next-invoice.ts'

const { test, clinic, plan } = await setUpSale()

it('is the renewal that Stripe would make, and null without a plan', async () => {
  const next = (patientId: string) => test.call(nextInvoice, clinic.admin.caller(), { patientId })
  const { patientId } = await test.aMember(clinic, plan)
  const [{ at }] = (await test.db.asOwner<{ at: Date }>(
    'select current_period_end as at from subscriptions where owner_patient_id = $1',
    [patientId],
  )) as [{ at: Date }]
  expect(await next(patientId)).toEqual({
    next: { totalCents: 9_900, currency: 'usd', at: at.toISOString() },
  })
  expect(await next((await aPatient(test.db, clinic)).patientId)).toEqual({ next: null })
})
