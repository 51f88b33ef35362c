import { expect, it } from 'vitest'
import { offersAt, planDraft } from '#testing/money/plans.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aClinic } from '#testing/sign-in/people.ts'
import { publishPlan } from './publish-plan.ts'
import { savePlan } from './save-plan.ts'

const test = await setUpPayments()
const clinic = await test.aSellingClinic()

function aDraft(changes: object = {}) {
  return test.call(savePlan, clinic.admin.caller(), { ...planDraft, ...changes })
}

function publish(planId: string, caller = clinic.admin.caller()) {
  return test.call(publishPlan, caller, { planId })
}

it('adds the plan to the clinic’s join page, and under the same name to its Stripe account', async () => {
  const plan = await aDraft({ name: 'Everyday care', description: 'Diabetes included' })
  expect(await publish(plan.id)).toMatchObject({ id: plan.id, status: 'published' })
  expect(await offersAt(test, clinic)).toContainEqual({
    id: plan.id,
    name: 'Everyday care',
    amount_cents: 9_900,
  })
  const { data } = await test.client.products.list({ limit: 100 }, { stripeAccount: clinic.account })
  expect(data.map(({ name }) => name)).toContain('Everyday care')
  expect(JSON.stringify(data)).not.toContain('Diabetes')
})

it('twice, or twice at once, creates one product, one price and one audit row', async () => {
  const plan = await aDraft({ kind: 'uninsured', interval: 'year', amountCents: 20_000 })
  await Promise.all([publish(plan.id), publish(plan.id)])
  await publish(plan.id)
  const prices = await test.client.prices.list({ limit: 100 }, { stripeAccount: clinic.account })
  const made = prices.data.filter((price) => price.unit_amount === 20_000)
  expect(made.map((price) => price.recurring?.interval)).toEqual(['year'])
  const audits = await test.db.asOwner(
    `select action from app.audit_log where subject_id = $1 and action = 'plan.published'`,
    [plan.id],
  )
  expect(audits).toHaveLength(1)
})

it('is refused until the payout account can take charges', async () => {
  const newcomer = await aClinic(test.db)
  const plan = await test.call(savePlan, newcomer.admin.caller(), planDraft)
  const early = publish(plan.id, newcomer.admin.caller())
  await expect(early).rejects.toMatchObject({ code: 'payouts_not_ready' })
  expect(await offersAt(test, newcomer)).toEqual([])
})

it('does not find another clinic’s plan', async () => {
  const plan = await aDraft()
  const other = await test.aSellingClinic()
  await expect(publish(plan.id, other.admin.caller())).rejects.toMatchObject({ code: 'not_found' })
})
