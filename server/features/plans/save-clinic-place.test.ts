import { expect, it } from 'vitest'
import { agreementVersion } from '#domain/checkouts/agreement.ts'
import type { Place } from '#domain/plans/places.ts'
import type { PlanView } from '#domain/plans/plans.ts'
import { agreement } from '#testing/money/agreement.ts'
import type { SellingClinic } from '#testing/money/payments.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aPatient, aStaffMember, aVisitor } from '#testing/sign-in/people.ts'
import { joinPlan } from '../checkouts/join-plan.ts'
import { changePlan } from './change-plan.ts'
import { publishPlan } from './publish-plan.ts'
import { saveClinicPlace } from './save-clinic-place.ts'
import { savePlan } from './save-plan.ts'

const test = await setUpPayments({ now: '2026-11-01T15:00:00Z' })

const choose = (clinic: SellingClinic, place: Place | null) =>
  test.call(saveClinicPlace, clinic.admin.caller(), { place })
const draft = { kind: 'wellness', name: 'Everyday', interval: 'month', amountCents: 5_000 } as const
const save = (clinic: SellingClinic, changes: object): Promise<PlanView> =>
  test.call(savePlan, clinic.admin.caller(), { ...draft, ...changes })
const forbidden = (path: string, words: string) => ({
  code: 'invalid_input',
  fields: [{ path, message: expect.stringContaining(words) }],
})
const placesOf = (clinic: SellingClinic) =>
  test.db.asOwner<{ place: string; ended_at: Date | null; is_slip: boolean }>(
    `select place, ended_at, ended_at is not distinct from started_at as is_slip
       from clinic_places where clinic_id = $1 order by started_at, ended_at nulls last`,
    [clinic.id],
  )

it('is chosen by an admin, audited, and readable with the plans', async () => {
  const clinic = await test.aSellingClinic()
  const staff = await aStaffMember(test.db, clinic)
  const patient = await aPatient(test.db, clinic)
  for (const caller of [staff.caller(), patient.caller()])
    await expect(test.call(saveClinicPlace, caller, { place: 'US-SD' })).rejects.toMatchObject({
      code: 'not_allowed',
    })
  await choose(clinic, 'US-SD')
  await choose(clinic, 'US-SD')
  expect(await placesOf(clinic)).toHaveLength(1)
  const read = (caller: ReturnType<typeof aVisitor>) =>
    test.services.transactions.withActor(caller, (tx) =>
      tx.selectFrom('clinic_places').select(['clinic_id', 'place']).execute(),
    )
  for (const caller of [aVisitor(clinic), patient.caller(), staff.caller()])
    expect(await read(caller)).toEqual([{ clinic_id: clinic.id, place: 'US-SD' }])
  const trail = await test.db.asOwner(
    `select details from app.audit_log where action = 'clinic.place_changed' and clinic_id = $1`,
    [clinic.id],
  )
  expect(trail).toEqual([{ details: { to: 'South Dakota' } }])
  await expect(test.call(saveClinicPlace, clinic.admin.caller(), { place: 'FR-75' })).rejects.toMatchObject({
    code: 'invalid_input',
  })
})

it('refuses what its law forbids at its field: on saving, changing, and publishing an older draft', async () => {
  const clinic = await test.aSellingClinic()
  const [year, nothing] = [
    await save(clinic, { interval: 'year' }),
    await save(clinic, { leavingRefund: 'none' }),
  ]
  const onSale = await test.aPublishedPlan(clinic, { name: 'On sale' })
  const [version] = await test.db.asOwner<{ id: string }>('select id from plan_versions where plan_id = $1', [
    onSale.id,
  ])
  const { kind: _kind, ...words } = draft
  const change = (changes: object) =>
    test.call(changePlan, clinic.admin.caller(), {
      ...words,
      planId: onSale.id,
      versionId: version?.id,
      ...changes,
    })
  const publish = ({ id }: PlanView) => test.call(publishPlan, clinic.admin.caller(), { planId: id })

  await choose(clinic, 'US-MS')
  const yearly = forbidden('interval', 'Mississippi')
  await expect(save(clinic, { interval: 'year' })).rejects.toMatchObject(yearly)
  await expect(change({ interval: 'year' })).rejects.toMatchObject(yearly)
  await expect(publish(year)).rejects.toMatchObject(yearly)
  // there a month is earned once it has begun, so there is no refund
  await save(clinic, { leavingRefund: 'none' })

  await choose(clinic, 'US-WV')
  const refund = forbidden('leavingRefund', 'West Virginia')
  await expect(save(clinic, { leavingRefund: 'none' })).rejects.toMatchObject(refund)
  await expect(change({ leavingRefund: 'none' })).rejects.toMatchObject(refund)
  await expect(publish(nothing)).rejects.toMatchObject(refund)
  expect(await publish(year)).toMatchObject({ status: 'published' })

  await choose(clinic, 'CA-ON')
  expect(await publish(nothing)).toMatchObject({ status: 'published' })
}, 60_000)

it('is refused while a forbidden plan is on sale, also when both are saved at once', async () => {
  const clinic = await test.aSellingClinic()
  await test.aPublishedPlan(clinic, { name: 'By the year', interval: 'year' })
  await expect(choose(clinic, 'US-MS')).rejects.toMatchObject(forbidden('place', '“By the year”'))
  const other = await test.aSellingClinic()
  const yearly = await save(other, { interval: 'year' })
  const outcomes = await Promise.allSettled([
    test.call(publishPlan, other.admin.caller(), { planId: yearly.id }),
    choose(other, 'US-MS'),
  ])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

it('is named in the agreement, which is refused once the place has changed', async () => {
  const clinic = await test.aSellingClinic()
  const plan = await test.aPublishedPlan(clinic)
  const patient = await aPatient(test.db, clinic)
  const join = (version: string) =>
    test.call(joinPlan, patient.caller(), {
      priceId: plan.price.id,
      attempt: crypto.randomUUID(),
      agreement: { ...agreement, version },
    })
  await choose(clinic, 'US-TN')
  await expect(join(agreement.version)).rejects.toMatchObject({ code: 'plan_changed' })
  await join(agreementVersion('US-TN'))
  const [kept] = await test.db.asOwner<{ wording: string }>(
    'select wording from plan_agreements where patient_id = $1',
    [patient.patientId],
  )
  expect(kept?.wording).toContain(
    'By the law of Tennessee, the fee of a month is earned once that month is over',
  )
})

it('a quick correction grants no rights; a place under whose law a member joined, or after a day, stays recorded', async () => {
  const clinic = await test.aSellingClinic()
  const plan = await test.aPublishedPlan(clinic)
  await choose(clinic, 'US-TN')
  await test.pass('PT1H')
  await choose(clinic, 'US-TX')
  await test.pass('PT1H')
  const patient = await aPatient(test.db, clinic)
  await test.call(joinPlan, patient.caller(), {
    priceId: plan.price.id,
    attempt: crypto.randomUUID(),
    agreement: { ...agreement, version: agreementVersion('US-TX') },
  })
  await choose(clinic, 'US-SD')
  await test.pass('P2D')
  await choose(clinic, null)
  expect((await placesOf(clinic)).map(({ place, is_slip }) => [place, is_slip])).toEqual([
    ['US-TN', true],
    ['US-TX', false],
    ['US-SD', false],
  ])
})
