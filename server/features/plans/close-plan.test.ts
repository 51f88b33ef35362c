import { expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { offersAt, planDraft } from '#testing/money/plans.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { closePlan } from './close-plan.ts'
import { publishPlan } from './publish-plan.ts'
import { savePlan } from './save-plan.ts'

const test = await setUpPayments()
const clinic = await test.aSellingClinic()

function close(planId: string, caller = clinic.admin.caller()) {
  return test.call(closePlan, caller, { planId })
}

it('removes the plan from the join page for good, and is audited', async () => {
  const plan = await test.aPublishedPlan(clinic)
  expect(await close(plan.id)).toMatchObject({ status: 'closed' })
  expect((await offersAt(test, clinic)).some(({ id }) => id === plan.id)).toBe(false)
  for (const again of [closePlan, publishPlan])
    await expect(test.call(again, clinic.admin.caller(), { planId: plan.id })).rejects.toMatchObject({
      code: 'plan_not_published',
    })
  const audits = await test.db.asOwner(
    `select actor_id from app.audit_log where subject_id = $1 and action = 'plan.closed'`,
    [plan.id],
  )
  expect(audits).toEqual([{ actor_id: clinic.admin.userId }])
})

it('leaves the plan readable to its members, and to no other patient', async () => {
  const plan = await test.aPublishedPlan(clinic)
  const holder = await test.aMember(clinic, plan)
  const other = await aPatient(test.db, clinic)
  await close(plan.id)
  const seenBy = (caller: Caller) =>
    test.services.transactions.withActor(caller, (tx) =>
      tx.selectFrom('plans').select('name').where('id', '=', plan.id).execute(),
    )
  expect(await seenBy(holder.caller())).toEqual([{ name: 'Whole Year' }])
  expect(await seenBy(other.caller())).toEqual([])
})

it('ends the sale of its versions and prices, and no later row of them is on sale', async () => {
  const plan = await test.aPublishedPlan(clinic)
  const another = await test.aPublishedPlan(clinic)
  const patient = await aPatient(test.db, clinic)
  const onSale = (planId: string) =>
    test.services.transactions.withActor(patient.caller(), async (tx) => {
      const read = (table: 'plan_versions' | 'plan_prices') =>
        tx.selectFrom(table).select('id').where('plan_id', '=', planId).execute()
      return [(await read('plan_versions')).length > 0, (await read('plan_prices')).length > 0]
    })
  expect(await onSale(plan.id)).toEqual([true, true])
  await close(plan.id)
  expect(await onSale(plan.id)).toEqual([false, false])
  expect(await onSale(another.id)).toEqual([true, true])
  const forged = await test.db.asOwner(
    `insert into plan_prices (clinic_id, plan_id, role, interval, amount_cents, currency, is_published)
     values ($1, $2, 'enrolment', 'month', 500, 'usd', true) returning is_published`,
    [clinic.id, plan.id],
  )
  expect(forged).toEqual([{ is_published: false }])
})

it('refuses a draft', async () => {
  const draft = await test.call(savePlan, clinic.admin.caller(), planDraft)
  await expect(close(draft.id)).rejects.toMatchObject({ code: 'plan_not_published' })
})

it('does not find another clinic’s plan', async () => {
  const plan = await test.call(savePlan, clinic.admin.caller(), planDraft)
  const other = await test.aSellingClinic()
  await expect(close(plan.id, other.admin.caller())).rejects.toMatchObject({ code: 'not_found' })
})
