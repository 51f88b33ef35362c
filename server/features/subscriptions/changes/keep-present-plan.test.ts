import { expect, it } from 'vitest'
import { setUpSale } from '#testing/money/set-up.ts'
import { subscriptionOf } from '#testing/money/subscriptions.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { keepPresentPlan } from './keep-present-plan.ts'

const { test, clinic, plan } = await setUpSale()

it('withdraws a switch of plan, and never a price that the clinic has announced', async () => {
  const patient = await test.aMember(clinic, plan)
  const { id: subscriptionId } = await subscriptionOf(test, patient)
  const keep = (by = patient.caller()) => test.call(keepPresentPlan, by, { subscriptionId })
  const schedule = (kind: string) =>
    test.db.asOwner(
      `insert into subscription_changes (clinic_id, subscription_id, kind, state, attempt, quoted_cents, quoted_at, effective_at, created_at)
       values ($1, $2, $3, 'scheduled', gen_random_uuid()::text, 0, now(), now(), now())`,
      [clinic.id, subscriptionId, kind],
    )
  await expect(keep()).rejects.toMatchObject({ code: 'subscription_not_changing' })
  await schedule('plan')
  const stranger = await aPatient(test.db, clinic)
  await expect(keep(stranger.caller())).rejects.toMatchObject({ code: 'not_found' })
  expect(await keep()).toEqual({ success: true })
  await schedule('price')
  await expect(keep()).rejects.toMatchObject({ code: 'subscription_not_changing' })
})
