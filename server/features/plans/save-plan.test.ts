import { expect, it } from 'vitest'
import { offersAt, planDraft } from '#testing/money/plans.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { publishPlan } from './publish-plan.ts'
import { savePlan } from './save-plan.ts'

const test = await setUpPayments()
const clinic = await test.aSellingClinic()

function save(changes: object = {}, caller = clinic.admin.caller()) {
  return test.call(savePlan, caller, { ...planDraft, ...changes })
}

it('stores a draft with its price in the clinic’s currency, visible to the team alone', async () => {
  const plan = await save()
  const { interval, amountCents, ...words } = planDraft
  expect(plan).toMatchObject({ ...words, status: 'draft' })
  expect(plan.price).toMatchObject({ interval, amountCents, currency: 'usd' })
  expect((await offersAt(test, clinic)).some(({ id }) => id === plan.id)).toBe(false)
})

it('changes a draft; a new amount is a new price, the old one stays unchanged', async () => {
  const first = await save()
  const sameAmount = await save({ planId: first.id, name: 'Better name' })
  expect([sameAmount.name, sameAmount.price.id]).toEqual(['Better name', first.price.id])
  const changed = await save({ planId: first.id, amountCents: 12_000 })
  expect(changed.price.id).not.toBe(first.price.id)
  const prices = await test.db.asOwner(
    'select amount_cents, is_active from plan_prices where plan_id = $1 order by created_at, amount_cents',
    [first.id],
  )
  expect(prices).toEqual([
    { amount_cents: 9_900, is_active: false },
    { amount_cents: 12_000, is_active: true },
  ])
})

it('reports each invalid field', async () => {
  const saving = save({ name: '', amountCents: 10 })
  await expect(saving).rejects.toMatchObject({ code: 'invalid_input' })
  const { fields } = await saving.catch((error) => error)
  expect(fields.map(({ path }: { path: string }) => path).sort()).toEqual(['amountCents', 'name'])
})

it('is audited, without the plan’s text', async () => {
  const plan = await save()
  const rows = await test.db.asOwner(
    'select action, actor_id, clinic_id, details from app.audit_log where subject_id = $1',
    [plan.id],
  )
  expect(rows).toEqual([
    {
      action: 'plan.saved',
      actor_id: clinic.admin.userId,
      clinic_id: clinic.id,
      details: { price: plan.price.id },
    },
  ])
})

it('refuses to change a published plan', async () => {
  const plan = await save()
  await test.call(publishPlan, clinic.admin.caller(), { planId: plan.id })
  await expect(save({ planId: plan.id, name: 'Other' })).rejects.toMatchObject({ code: 'plan_not_draft' })
})

it('does not find another clinic’s plan', async () => {
  const plan = await save()
  const other = await test.aSellingClinic()
  const saving = save({ planId: plan.id }, other.admin.caller())
  await expect(saving).rejects.toMatchObject({ code: 'not_found' })
})

it('preserves unchanged household prices, and withdraws removed ones', async () => {
  const first = await save({ childCents: 3_000, householdCents: 20_000, enrolmentCents: 5_000 })
  expect(first.price).toMatchObject({ childCents: 3_000, householdCents: 20_000, enrolmentCents: 5_000 })
  const second = await save({ planId: first.id, childCents: 2_500, householdCents: 20_000 })
  expect(second.price).toMatchObject({ id: first.price.id, childCents: 2_500, enrolmentCents: null })
  const active = await test.db.asOwner(
    'select role, amount_cents from plan_prices where plan_id = $1 and is_active order by role',
    [first.id],
  )
  expect(active).toEqual([
    { role: 'adult', amount_cents: 9_900 },
    { role: 'child', amount_cents: 2_500 },
    { role: 'household', amount_cents: 20_000 },
  ])
})

it('refuses contradicting household prices', async () => {
  const { code, fields } = await save({ childCents: 9_901 }).catch((error) => error)
  expect([code, fields[0]?.path]).toEqual(['invalid_input', 'childCents'])
})
