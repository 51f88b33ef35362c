// The story: server/tests/money/month/plan-by-invoice.test.ts.
import { expect, it } from 'vitest'
import { setUpSale } from '#testing/money/set-up.ts'
import { subscriptionOf } from '#testing/money/subscriptions.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { payAutomatically } from './pay-automatically.ts'

const { test, clinic, plan } = await setUpSale()

it('is for the payer of a running plan; a plan that is charged already stays as it is', async () => {
  const payer = await test.aMember(clinic, plan)
  const { id: subscriptionId } = await subscriptionOf(test, payer)
  const switchTo = (by: { caller(): Parameters<typeof test.call>[1] }) =>
    test.call(payAutomatically, by.caller(), { subscriptionId })
  await expect(switchTo(await aPatient(test.db, clinic))).rejects.toMatchObject({ code: 'not_found' })
  await expect(switchTo(clinic.admin)).rejects.toMatchObject({ code: 'not_allowed' })
  expect(await switchTo(payer)).toEqual({ isAutomatic: true })
  const rows = await test.db.asOwner(`select 1 from app.audit_log where action = 'subscription.automatic'`)
  expect(rows).toEqual([])
})
