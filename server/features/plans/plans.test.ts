import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPayments, type SellingClinic, type TestPayments } from '#testing/payments.ts'
import { aClinic, aPatient } from '#testing/people.ts'
import { closePlan } from './close-plan.ts'
import { publishPlan } from './publish-plan.ts'
import { savePlan } from './save-plan.ts'

let test: TestPayments
let clinic: SellingClinic
beforeAll(async () => {
  test = await openTestPayments()
  clinic = await test.aSellingClinic()
})
afterAll(() => test.close())

const draft = {
  kind: 'wellness',
  name: 'Whole Year',
  description: 'For everybody.',
  includes: ['Unlimited visits', 'Labs'],
  interval: 'month',
  amountCents: 9_900,
}

function save(changes: object = {}) {
  return test.call(savePlan, clinic.admin.caller(), { ...draft, ...changes })
}

function publish(planId: string) {
  return test.call(publishPlan, clinic.admin.caller(), { planId })
}

/** What a visitor of the clinic's host sees, through the same role as the data API. */
function offers(caller = clinic.admin.caller()) {
  return test.services.transactions.withActor({ ...caller, userId: null, sessionId: null }, (tx) =>
    tx
      .selectFrom('plans')
      .innerJoin('plan_prices', 'plan_prices.plan_id', 'plans.id')
      .select(['plans.id', 'plans.name', 'plan_prices.amount_cents'])
      .execute(),
  )
}

describe('a draft', () => {
  it('is kept with its price in the clinic’s currency, and seen by nobody outside the team', async () => {
    const plan = await save()
    const { interval, amountCents, ...words } = draft
    expect(plan).toMatchObject({ ...words, status: 'draft' })
    expect(plan.price).toMatchObject({ interval, amountCents, currency: 'usd' })
    expect((await offers()).some(({ id }) => id === plan.id)).toBe(false)
  })

  it('can be changed; a new amount is a new price, the old one stays as it was', async () => {
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

  it('says what is wrong with it, field by field', async () => {
    const saving = save({ name: '', amountCents: 10 })
    await expect(saving).rejects.toMatchObject({ code: 'invalid_input' })
    const { fields } = await saving.catch((error) => error)
    expect(fields.map(({ path }: { path: string }) => path).sort()).toEqual(['amountCents', 'name'])
  })

  it('leaves an audit row without its words', async () => {
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
})

describe('publishing', () => {
  it('puts the plan on the clinic’s join page, and under a neutral name into its Stripe account', async () => {
    const plan = await save({ name: 'Diabetes care' })
    expect(await publish(plan.id)).toMatchObject({ id: plan.id, status: 'published' })
    expect(await offers()).toContainEqual({ id: plan.id, name: 'Diabetes care', amount_cents: 9_900 })
    const { data } = await test.client.products.list({ limit: 100 }, { stripeAccount: clinic.account })
    expect(data.map(({ name }) => name)).toContain('Wellness plan')
    expect(JSON.stringify(data)).not.toContain('Diabetes')
  })

  it('twice, or twice at once, makes one product and one price', async () => {
    const plan = await save({ kind: 'uninsured', interval: 'year', amountCents: 20_000 })
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

  it('waits for a payout account that can take charges', async () => {
    const newcomer = await aClinic(test.db)
    const plan = await test.call(savePlan, newcomer.admin.caller(), draft)
    const early = test.call(publishPlan, newcomer.admin.caller(), { planId: plan.id })
    await expect(early).rejects.toMatchObject({ code: 'payouts_not_ready' })
    expect(await offers(newcomer.admin.caller())).toEqual([])
  })

  it('makes the plan’s words final', async () => {
    const plan = await save()
    await publish(plan.id)
    await expect(save({ planId: plan.id, name: 'Other' })).rejects.toMatchObject({ code: 'plan_not_draft' })
  })
})

describe('closing', () => {
  it('takes the plan off the join page for good', async () => {
    const plan = await test.aPublishedPlan(clinic)
    expect(await test.call(closePlan, clinic.admin.caller(), { planId: plan.id })).toMatchObject({
      status: 'closed',
    })
    expect((await offers()).some(({ id }) => id === plan.id)).toBe(false)
    for (const again of [closePlan, publishPlan])
      await expect(test.call(again, clinic.admin.caller(), { planId: plan.id })).rejects.toMatchObject({
        code: 'plan_not_published',
      })
  })

  it('leaves the plan readable to those who hold it, and to nobody else', async () => {
    const plan = await test.aPublishedPlan(clinic)
    const holder = await test.aMember(clinic, plan)
    const other = await aPatient(test.db, clinic)
    await test.call(closePlan, clinic.admin.caller(), { planId: plan.id })
    const seenBy = (caller: ReturnType<typeof holder.caller>) =>
      test.services.transactions.withActor(caller, (tx) =>
        tx.selectFrom('plans').select('name').where('id', '=', plan.id).execute(),
      )
    expect(await seenBy(holder.caller())).toEqual([{ name: 'Whole Year' }])
    expect(await seenBy(other.caller())).toEqual([])
  })
})

it('a clinic cannot touch another clinic’s plan', async () => {
  const plan = await save()
  const other = await test.aSellingClinic()
  for (const [action, input] of [
    [savePlan, { ...draft, planId: plan.id }],
    [publishPlan, { planId: plan.id }],
    [closePlan, { planId: plan.id }],
  ] as const)
    await expect(test.call(action, other.admin.caller(), input)).rejects.toMatchObject({ code: 'not_found' })
})
