import { expect, it } from 'vitest'
import type { PageUrl } from '#domain/checkouts/checkouts.ts'
import { joinPlan } from '#server/features/checkouts/join-plan.ts'
import { switchPlan } from '#server/features/checkouts/switch-plan.ts'
import { mergePatients } from '#server/features/patient-merges/merge-patients.ts'
import { changePlan } from '#server/features/plans/change-plan.ts'
import { leavePlan } from '#server/features/subscriptions/ending/leave-plan.ts'
import { agreement } from '#testing/money/agreement.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aPatient, type Patient } from '#testing/sign-in/people.ts'

const test = await setUpPayments({ now: '2026-06-01T15:00:00Z' })
const clinic = await test.aSellingClinic({ timeZone: 'America/Toronto' })

const plans = ({ patientId }: Patient) =>
  test.db.asOwner<{ id: string; status: string }>(
    'select id, status from subscriptions where owner_patient_id = $1 order by started_at',
    [patientId],
  )

const paidCents = async ({ patientId }: Patient) => {
  const rows = await test.db.asOwner<{ cents: string }>(
    `select amount_cents as cents from payments where patient_id = $1 and status = 'succeeded' order by charged_at`,
    [patientId],
  )
  return rows.map(({ cents }) => Number(cents))
}

async function join(patient: Patient, priceId: string): Promise<void> {
  const { url } = (await test.call(joinPlan, patient.caller(), {
    priceId,
    attempt: crypto.randomUUID(),
    agreement,
  })) as PageUrl
  await test.pay(url)
  await test.work()
}

async function leave(patient: Patient): Promise<void> {
  const subscriptionId = (await plans(patient)).at(-1)?.id
  const ask = { subscriptionId }
  const { preview } = (await test.call(leavePlan, patient.caller(), ask)) as {
    preview: { at: string; amountCents: number }
  }
  await test.call(leavePlan, patient.caller(), {
    ...ask,
    agreed: { attempt: crypto.randomUUID(), quote: { at: preview.at, amountCents: preview.amountCents } },
  })
  await test.work()
}

const wording = async ({ patientId }: Patient) => {
  const [row] = await test.db.asOwner<{ wording: string }>(
    'select wording from plan_agreements where patient_id = $1 order by signed_at desc limit 1',
    [patientId],
  )
  return row?.wording
}

it('free days are given once for each person and plan, whatever its version', async () => {
  const terms = { name: 'Trial', trialDays: 14, leavingRefund: 'unused' as const }
  const plan = await test.aPublishedPlan(clinic, terms)
  const patient = await test.aMember(clinic, plan)
  expect((await plans(patient)).map(({ status }) => status)).toEqual(['trialing'])
  expect(await wording(patient)).toContain('The first 14 days are free.')
  await leave(patient)
  expect(await paidCents(patient)).toEqual([])

  // a later version with another price
  await test.pass('PT1H')
  const [version] = await test.db.asOwner<{ id: string }>('select id from plan_versions where plan_id = $1', [
    plan.id,
  ])
  const changed = await test.call(changePlan, clinic.admin.caller(), {
    planId: plan.id,
    versionId: version?.id,
    name: 'Trial',
    interval: 'month',
    amountCents: 10_900,
    trialDays: 14,
  })
  await join(patient, changed.price.id)
  expect((await plans(patient)).map(({ status }) => status)).toEqual(['canceled', 'active'])
  expect(await paidCents(patient)).toEqual([10_900])
  expect(await wording(patient)).not.toContain('free')

  // another plan of the clinic has its own free days
  const other = await test.aPublishedPlan(clinic, { ...terms, kind: 'uninsured', name: 'Other' })
  await join(patient, other.price.id)
  expect((await plans(patient)).at(-1)?.status).toBe('trialing')
}, 60_000)

it('a record that became part of another has used its free days too', async () => {
  const plan = await test.aPublishedPlan(clinic, { name: 'Merged', trialDays: 14, leavingRefund: 'unused' })
  const before = await test.aMember(clinic, plan)
  await leave(before)
  const again = await aPatient(test.db, clinic)
  await test.db.asOwner('update clinic_memberships set ended_at = now() where id = $1', [before.membershipId])
  await test.call(mergePatients, clinic.admin.caller(), {
    intoId: again.patientId,
    fromId: before.patientId,
  })
  await join(again, plan.price.id)
  expect((await plans(again)).map(({ status }) => status)).toEqual(['canceled', 'active'])
  expect(await paidCents(again)).toEqual([9_900])
}, 60_000)

it('a plan that is switched to has no free days, and its agreement names none', async () => {
  const plan = await test.aPublishedPlan(clinic, { name: 'Small', amountCents: 5_000 })
  const larger = await test.aPublishedPlan(clinic, { name: 'Large', amountCents: 8_000, trialDays: 14 })
  const patient = await test.aMember(clinic, plan)
  const subscriptionId = (await plans(patient))[0]?.id
  const ask = { subscriptionId, priceId: larger.price.id }
  const { preview } = await test.call(switchPlan, patient.caller(), ask)
  if (!preview) throw new Error('no price')
  await test.call(switchPlan, patient.caller(), {
    ...ask,
    agreement,
    agreed: { attempt: crypto.randomUUID(), quote: { at: preview.at, amountCents: preview.amountCents } },
  })
  expect(await wording(patient)).not.toContain('free')
}, 60_000)
