import { afterAll, expect, it } from 'vitest'
import { changePlan } from '#server/features/plans/change-plan.ts'
import { openTestPayments } from '#testing/money/payments.ts'
import { chargesOf } from '#testing/money/subscriptions.ts'
import { aStaffMember } from '#testing/sign-in/people.ts'
import { moveMembers } from './move-members.ts'

const test = await openTestPayments({ now: '2026-11-01T15:00:00Z' })
const clinic = await test.aSellingClinic()
const plan = await test.aPublishedPlan(clinic, { name: 'Care', amountCents: 5_000 })
afterAll(() => test.close())

it('lists and notifies members of an earlier version, who pay the new price from the first period after the notice', async () => {
  const patient = await test.aMember(clinic, plan)
  await test.pass('P10D')
  const [version] = await test.db.asOwner<{ id: string }>('select id from plan_versions where plan_id = $1', [
    plan.id,
  ])
  const call = (given: object, by = clinic.admin.caller()) =>
    test.call(moveMembers, by, { planId: plan.id, ...given })
  await test.call(changePlan, clinic.admin.caller(), {
    planId: plan.id,
    versionId: version?.id,
    name: 'Care',
    interval: 'month',
    amountCents: 5_900,
  })
  const recent = await test.aMember(clinic, {
    ...plan,
    price: { ...plan.price, id: await presentPrice() },
  })
  const { preview } = await call({})
  // noticed on November 11, 30 days before December 11: the renewal of December 1 is too early
  expect(preview).toMatchObject({
    count: 1,
    keptCount: 0,
    differenceCents: 900,
    groups: [{ versionNumber: 1, members: 1, fromCents: 5_000, toCents: 5_900, firstOn: '2027-01-01' }],
  })
  const staff = await aStaffMember(test.db, clinic)
  await expect(call({}, staff.caller())).rejects.toMatchObject({ code: 'not_allowed' })
  const attempt = crypto.randomUUID()
  await expect(call({ agreed: { attempt, count: 2 } })).rejects.toMatchObject({ code: 'plan_changed' })
  expect(await call({ agreed: { attempt, count: 1 } })).toEqual({ preview: null, announced: 1 })
  expect(await call({ agreed: { attempt, count: 1 } })).toEqual({ preview: null, announced: 1 })
  const notices = await test.db.asOwner(`select 1 from app.notices where kind = 'plan_change'`)
  expect(notices).toHaveLength(1)
  expect((await call({})).preview).toMatchObject({ count: 0, keptCount: 1 })

  await test.pass('P21D')
  await test.runDue()
  expect(await chargesOf(test, clinic, patient)).toEqual([5_000, 5_000])
  await test.pass('P29DT12H')
  await test.runDue()
  await test.pass('P1D')
  await test.runDue()
  expect(await chargesOf(test, clinic, patient)).toEqual([5_900, 5_000, 5_000])
  expect((await chargesOf(test, clinic, recent))[0]).toBe(5_900)
}, 60_000)

async function presentPrice(): Promise<string> {
  const [row] = await test.db.asOwner<{ id: string }>(
    `select id from plan_prices where plan_id = $1 and is_active and role = 'adult'`,
    [plan.id],
  )
  return row?.id ?? ''
}
