import { describe, expect, it } from 'vitest'
import type { PlanView } from '#domain/plans/plans.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { agreement } from '#testing/money/agreement.ts'
import { offersAt, planDraft } from '#testing/money/plans.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { chargesOf } from '#testing/money/subscriptions.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { joinPlan } from '../checkouts/join-plan.ts'
import { changePlan } from './change-plan.ts'
import { closePlan } from './close-plan.ts'
import { savePlan } from './save-plan.ts'

const test = await setUpPayments()
const clinic = await test.aSellingClinic()

const { kind: _kind, ...words } = planDraft

async function versionOf(plan: PlanView): Promise<string> {
  const [version] = await test.db.asOwner<{ id: string }>(
    'select id from plan_versions where plan_id = $1 and superseded_at is null',
    [plan.id],
  )
  return version?.id ?? crypto.randomUUID()
}

async function change(plan: PlanView, changes: object = {}, caller: Caller = clinic.admin.caller()) {
  const versionId = await versionOf(plan)
  return test.call(changePlan, caller, { ...words, planId: plan.id, versionId, ...changes })
}

const heldBy = (caller: Caller) =>
  test.services.transactions.withActor(caller, (tx) =>
    tx
      .selectFrom('subscriptions as s')
      .innerJoin('plan_versions as v', 'v.id', 's.version_id')
      .innerJoin('plan_prices as r', 'r.id', 's.price_id')
      .select(['v.number', 'v.name', 'v.includes', 'r.amount_cents'])
      .executeTakeFirst(),
  )

describe('changing a published plan', () => {
  it('applies to new members; current members keep their version and price, through renewals', async () => {
    const plan = await test.aPublishedPlan(clinic)
    const early = await test.aMember(clinic, plan)
    const changed = await change(plan, { name: 'Whole Year Plus', includes: ['Visits'], amountCents: 12_000 })
    expect(changed).toMatchObject({ id: plan.id, status: 'published', price: { amountCents: 12_000 } })
    expect(await offersAt(test, clinic)).toContainEqual({
      id: plan.id,
      name: 'Whole Year Plus',
      amount_cents: 12_000,
    })
    const late = await test.aMember(clinic, changed)
    await test.pass('P1M')
    await test.pass('PT2H')
    expect(await chargesOf(test, clinic, early)).toEqual([9_900, 9_900])
    expect(await chargesOf(test, clinic, late)).toEqual([12_000, 12_000])
    expect(await heldBy(early.caller())).toMatchObject({
      number: 1,
      name: 'Whole Year',
      includes: plan.includes,
      amount_cents: 9_900,
    })
    expect(await heldBy(late.caller())).toMatchObject({ number: 2, name: 'Whole Year Plus' })
    // two members' payments and renewals
  }, 60_000)

  it('leaves the earlier version unchanged, for the team and its members only', async () => {
    const plan = await test.aPublishedPlan(clinic)
    await change(plan, { name: 'Second name' })
    const outsider = await aPatient(test.db, clinic)
    const versionsSeen = (caller: Caller) =>
      test.services.transactions.withActor(caller, (tx) =>
        tx
          .selectFrom('plan_versions')
          .select(['number', 'name'])
          .where('plan_id', '=', plan.id)
          .orderBy('number')
          .execute(),
      )
    expect(await versionsSeen(clinic.admin.caller())).toEqual([
      { number: 1, name: 'Whole Year' },
      { number: 2, name: 'Second name' },
    ])
    expect(await versionsSeen(outsider.caller())).toEqual([{ number: 2, name: 'Second name' }])
    const rewriting = test.services.transactions.withSystem('test', (tx) =>
      tx.updateTable('plan_versions').set({ name: 'Rewritten' }).where('plan_id', '=', plan.id).execute(),
    )
    await expect(rewriting).rejects.toThrow(/permission denied/)
  })

  it('creates one version for two clicks, and refuses an editor opened before', async () => {
    const plan = await test.aPublishedPlan(clinic)
    const versionId = await versionOf(plan)
    const clicks = await Promise.allSettled([change(plan, { versionId }), change(plan, { versionId })])
    expect(clicks.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(change(plan, { versionId })).rejects.toMatchObject({ code: 'plan_changed' })
    const versions = await test.db.asOwner(
      'select number from plan_versions where plan_id = $1 order by number',
      [plan.id],
    )
    expect(versions).toEqual([{ number: 1 }, { number: 2 }])
  })

  it('reports the change to a patient who chose the earlier price', async () => {
    const plan = await test.aPublishedPlan(clinic)
    await change(plan, { amountCents: 15_000 })
    const patient = await aPatient(test.db, clinic)
    const joining = test.call(joinPlan, patient.caller(), {
      priceId: plan.price.id,
      attempt: crypto.randomUUID(),
      agreement,
    })
    await expect(joining).rejects.toMatchObject({ code: 'plan_changed' })
  })

  it('is audited, without the plan’s text', async () => {
    const plan = await test.aPublishedPlan(clinic)
    const { price } = await change(plan)
    const audits = await test.db.asOwner(
      `select actor_id, details from app.audit_log where subject_id = $1 and action = 'plan.changed'`,
      [plan.id],
    )
    expect(audits).toEqual([{ actor_id: clinic.admin.userId, details: { version: 2, price: price.id } }])
  })

  it('is refused for a draft and for a closed plan', async () => {
    const draft = await test.call(savePlan, clinic.admin.caller(), planDraft)
    const closed = await test.aPublishedPlan(clinic)
    await test.call(closePlan, clinic.admin.caller(), { planId: closed.id })
    for (const plan of [draft, closed])
      await expect(change(plan)).rejects.toMatchObject({ code: 'plan_not_published' })
  })
})

it('a published plan and its version have the same text', async () => {
  const plan = await test.aPublishedPlan(clinic)
  const writing = test.services.transactions.withSystem('test', (tx) =>
    tx.updateTable('plans').set({ name: 'Other words' }).where('id', '=', plan.id).execute(),
  )
  await expect(writing).rejects.toThrow(/does not say what its present version says/)
})
