import { expect, it } from 'vitest'
import { setUpSale } from '#testing/money/set-up.ts'
import { subscriptionOf } from '#testing/money/subscriptions.ts'
import { cancelSubscription } from '../subscriptions/ending/cancel-subscription.ts'
import { archivePlan } from './archive-plan.ts'
import { closePlan } from './close-plan.ts'

const { test, clinic, plan } = await setUpSale()

it('removes a closed plan without members from the list', async () => {
  const admin = clinic.admin.caller()
  const archive = () => test.call(archivePlan, admin, { planId: plan.id })
  const patient = await test.aMember(clinic, plan)
  await expect(archive()).rejects.toMatchObject({ code: 'plan_held' })
  await test.call(closePlan, admin, { planId: plan.id })
  await expect(archive()).rejects.toMatchObject({ code: 'plan_held' })
  const { id } = await subscriptionOf(test, patient)
  await test.call(cancelSubscription, patient.caller(), { subscriptionId: id })
  await test.work()
  await test.pass('P32D')
  expect((await archive()).status).toBe('archived')
  expect((await archive()).status).toBe('archived')
})
