import { describe, expect, it } from 'vitest'
import type { Services } from '#server/clinic/action.ts'
import { refundPayment } from '#server/features/invoices/refund-payment.ts'
import type { JobDefinition } from '#server/platform/jobs/jobs.ts'
import { anAppointment } from '#testing/appointments.ts'
import { anAssignment } from '#testing/assignments.ts'
import { aContentItem } from '#testing/content.ts'
import { aThread } from '#testing/messages.ts'
import { moneyJobs } from '#testing/money/payments.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { subscriptionOf } from '#testing/money/subscriptions.ts'
import type { Patient, TestClinic } from '#testing/sign-in/people.ts'
import { makeClinicValueReceipts, makeValueReceipts, makeValueReceiptsJob } from './make-value-receipts.ts'
import { saveValueSettings } from './save-value-settings.ts'

const jobsOf = (services: Services) =>
  [
    ...moneyJobs(services),
    makeValueReceipts(services),
    makeClinicValueReceipts(services),
  ] as JobDefinition<never>[]
const test = await setUpPayments({ now: '2026-01-31T18:00:00Z', jobsOf })

const prices = { message: '15.00', lesson: '', 'visit:checkup': '120.00' }

/** A clinic that gives receipts to all patients, with one member. */
async function aGivingClinic(options: { audience?: string; timeZone?: string; plan?: object } = {}) {
  const clinic = await test.aSellingClinic({ timeZone: options.timeZone ?? 'America/New_York' })
  await test.call(saveValueSettings, clinic.admin.caller(), {
    version: 0,
    audience: options.audience ?? 'everybody',
    prices,
  })
  const plan = await test.aPublishedPlan(clinic, { amountCents: 4_900, ...options.plan })
  return { clinic, plan, member: await test.aMember(clinic, plan) }
}

async function make(): Promise<void> {
  await test.services.transactions.withSystem('test', (tx) =>
    test.services.jobs.enqueue(tx, makeValueReceiptsJob, {}),
  )
  await test.work()
}

const receiptsOf = (patient: Pick<Patient, 'patientId'>) =>
  test.db.asOwner<Record<string, unknown> & { id: string }>(
    `select id, span, first_on::text, last_on::text, lines, value_cents::int, paid_cents::int, people, is_shown, plan_name
       from value_receipts where patient_id = $1 order by starts_at, span`,
    [patient.patientId],
  )

async function answer(
  clinic: TestClinic,
  patient: Patient,
  messages: { from: 'patient' | 'clinic'; body: string }[],
) {
  await aThread(test.db, clinic, { patient, messages })
  await test.db.asOwner(`update messages set sent_at = $2 where patient_id = $1`, [
    patient.patientId,
    test.clock.now(),
  ])
}

describe('the receipt of a month', () => {
  it('values used services at the clinic’s prices, beside the price paid, two days after the month', async () => {
    const { clinic, member } = await aGivingClinic()
    await test.pass('P10D')
    const today = { date: '2026-02-10', status: 'completed' }
    await anAppointment(test.db, clinic, member, today)
    await anAppointment(test.db, clinic, member, { ...today, date: '2026-02-09', status: 'no_show' })
    await anAppointment(test.db, clinic, member, { ...today, date: '2026-02-08', status: 'canceled' }).catch(
      () => null,
    )
    // two in a row count as one answer
    await answer(clinic, member, [
      { from: 'patient', body: 'May I run?' },
      { from: 'clinic', body: 'Yes.' },
      { from: 'clinic', body: 'Slowly.' },
    ])
    await anAssignment(test.db, clinic, member, { completedAt: test.clock.now().toISOString() })
    // completed, then its correction was opened
    const { itemId } = await aContentItem(test.db, clinic, { status: 'published' })
    await test.db.asOwner(
      `insert into content_readings (clinic_id, patient_id, item_id, updated_at, earlier_completed_at)
       values ($1, $2, $3, $4, $4)`,
      [clinic.id, member.patientId, itemId, test.clock.now()],
    )
    await test.pass('P19D')
    await make()
    // the month ended on February 28, the team may still mark visits
    expect(await receiptsOf(member)).toEqual([])
    await test.pass('P2D')
    await make()
    await make()
    const [receipt, ...others] = await receiptsOf(member)
    expect(others).toEqual([])
    expect(receipt).toMatchObject({
      span: 'month',
      first_on: '2026-01-31',
      last_on: '2026-02-27',
      lines: [
        { service: 'lesson', name: '', count: 2, priceCents: null },
        { service: 'message', name: '', count: 1, priceCents: 1_500 },
        { service: 'visit:checkup', count: 1, priceCents: 12_000 },
      ],
      value_cents: 13_500,
      paid_cents: 4_900,
      people: 1,
      is_shown: true,
    })
    const notices = await test.db.asOwner<{ kind: string }>(
      `select kind from app.notices where subject_id = $1::text and kind like 'patient_%'`,
      [member.patientId],
    )
    expect(notices).toEqual([{ kind: 'patient_update' }])
  }, 120_000)

  it('is not made for a clinic without receipts, nor for a month before the start', async () => {
    const clinic = await test.aSellingClinic({ timeZone: 'America/Vancouver' })
    const plan = await test.aPublishedPlan(clinic, { amountCents: 4_900 })
    const member = await test.aMember(clinic, plan)
    await test.pass('P1M')
    await test.pass('P5D')
    await make()
    expect(await receiptsOf(member)).toEqual([])
    await test.call(saveValueSettings, clinic.admin.caller(), { version: 0, audience: 'everybody', prices })
    await make()
    expect(await receiptsOf(member)).toEqual([])
    await test.pass('P1M')
    await make()
    expect(await receiptsOf(member)).toHaveLength(1)
  }, 120_000)

  it('subtracts refunds, and is unaffected by later ones', async () => {
    const { clinic, member } = await aGivingClinic()
    const [payment] = await test.db.asOwner<{ id: string }>('select id from payments where patient_id = $1', [
      member.patientId,
    ])
    const refund = (amountCents: number) =>
      test.call(refundPayment, clinic.admin.caller(), {
        paymentId: payment?.id ?? '',
        amountCents,
        attempt: crypto.randomUUID(),
      })
    await refund(900)
    await test.work()
    await test.pass('P1M')
    await test.pass('P3D')
    await make()
    const before = await receiptsOf(member)
    expect(before).toMatchObject([{ paid_cents: 4_000, value_cents: 0, lines: [] }])
    await refund(1_000)
    await test.work()
    await make()
    expect(await receiptsOf(member)).toEqual(before)
  }, 120_000)
})

it('a yearly plan costs each month its days, and the year in total', async () => {
  const { member } = await aGivingClinic({ plan: { interval: 'year', amountCents: 36_500 } })
  await test.pass('P1Y')
  await test.pass('P3D')
  await make()
  const receipts = await receiptsOf(member)
  expect(receipts.map(({ span, paid_cents }) => ({ span, paid_cents }))).toEqual([
    { span: 'year', paid_cents: 36_500 },
    { span: 'month', paid_cents: 3_000 },
    { span: 'month', paid_cents: 3_100 },
  ])
}, 120_000)

it('each person of a household has their own, with their part of the price, and sees no other', async () => {
  const { clinic, member } = await aGivingClinic({ plan: { amountCents: 4_900, childCents: 2_000 } })
  const { id: subscriptionId } = await subscriptionOf(test, member)
  const [child] = await test.db.asOwner<{ id: string }>(
    'insert into patients (clinic_id, full_name) values ($1, $2) returning id',
    [clinic.id, 'Mia Example'],
  )
  await test.db.asOwner(
    `insert into subscription_members (clinic_id, subscription_id, patient_id, role, from_on)
     select clinic_id, subscription_id, $2, 'child', from_on from subscription_members where subscription_id = $1`,
    [subscriptionId, child?.id],
  )
  await anAppointment(
    test.db,
    clinic,
    { patientId: child?.id ?? '' },
    {
      date: test.clock.now().toISOString().slice(0, 10),
      time: '23:00',
      status: 'completed',
    },
  )
  await test.pass('P1M')
  await test.pass('P3D')
  await make()
  const [own] = await receiptsOf(member)
  const [theirs] = await receiptsOf({ patientId: child?.id ?? '' })
  expect(own).toMatchObject({ people: 2, lines: [] })
  // without an account it has no reader, not even the guardian
  expect(theirs).toMatchObject({
    people: 2,
    lines: [{ service: 'visit:checkup', count: 1 }],
    is_shown: false,
  })
  // 4,900 and 2,000 of 6,900: the parts add up to the total
  expect(Number(own?.paid_cents) + Number(theirs?.paid_cents)).toBe(4_900)
  expect(Number(own?.paid_cents)).toBe(3_480)
  const seen = await test.services.transactions.withActor(member.caller(), (tx) =>
    tx.selectFrom('value_receipts').select('id').execute(),
  )
  expect(seen).toEqual([{ id: own?.id }])
}, 120_000)
