import { afterAll, describe, expect, it } from 'vitest'
import type { Services } from '#server/clinic/action.ts'
import { refundPayment } from '#server/features/invoices/refund-payment.ts'
import { person } from '#server/features/memberships/person.ts'
import type { JobDefinition } from '#server/platform/jobs/jobs.ts'
import { anAppointment } from '#testing/appointments.ts'
import { aMessageNote, aThread } from '#testing/messages.ts'
import { moneyJobs, openTestPayments } from '#testing/money/payments.ts'
import { chargesOf } from '#testing/money/subscriptions.ts'
import { aClinic, aPatient, type Patient } from '#testing/sign-in/people.ts'
import { gatherMerged, gatherMergedJob } from './gather-merged.ts'
import { mergePatients } from './merge-patients.ts'
import { partPatients } from './part-patients.ts'
import { personMerges } from './person-merges.ts'

const jobsOf = (services: Services) =>
  [...moneyJobs(services), gatherMerged(services)] as JobDefinition<never>[]
const test = await openTestPayments({ now: '2026-03-01T15:00:00Z', jobsOf })
const clinic = await test.aSellingClinic()
const plan = await test.aPublishedPlan(clinic, { amountCents: 4_900 })
const admin = clinic.admin.caller()
afterAll(() => test.close())

async function aRecord(name = 'Nora Lindquist'): Promise<{ patientId: string }> {
  const [row] = await test.db.asOwner<{ id: string }>(
    'insert into patients (clinic_id, full_name) values ($1, $2) returning id',
    [clinic.id, name],
  )
  return { patientId: row?.id ?? '' }
}

const merge = (
  into: { patientId: string },
  from: { patientId: string },
  chosen: object = {},
  caller = admin,
) =>
  test.call(mergePatients, caller, {
    intoId: into.patientId,
    fromId: from.patientId,
    ...chosen,
  })

const ids = async (table: string, { patientId }: { patientId: string }) =>
  (
    await test.db.asOwner<{ id: string }>(`select id from ${table} where patient_id = $1 order by id`, [
      patientId,
    ])
  ).map(({ id }) => id)

describe('merging', () => {
  it('moves all rows to one record, to which the emptied one leads', async () => {
    const member = await test.aMember(clinic, plan)
    const double = await aRecord()
    const visit = await anAppointment(test.db, clinic, double, { date: '2026-04-06' })
    const own = await anAppointment(test.db, clinic, member, { date: '2026-04-07' })
    await merge(member, double)
    expect(await ids('appointments', member)).toEqual([visit.id, own.id].sort())
    expect(await ids('appointments', double)).toEqual([])
    expect(await test.call(person, admin, { personId: double.patientId })).toMatchObject({
      patientId: member.patientId,
    })
    const seen = await test.services.transactions.withActor(member.caller(), (tx) =>
      tx.selectFrom('appointments').select('id').execute(),
    )
    expect(seen).toHaveLength(2)
    expect((await test.call(personMerges, admin, { patientId: member.patientId })).merges).toMatchObject([
      { name: 'Nora Lindquist' },
    ])
  })

  it('moves the account of the emptied record where the other has none', async () => {
    const member = await test.aMember(clinic, plan)
    const standing = await aRecord()
    const { mergeId } = await merge(standing, member)
    const seen = () =>
      test.services.transactions.withActor(member.caller(), (tx) =>
        tx.selectFrom('subscriptions').select('owner_patient_id as owner').execute(),
      )
    expect(await seen()).toEqual([{ owner: standing.patientId }])
    await test.pass('P1M')
    await test.pass('PT2H')
    const payments = await test.db.asOwner<{ id: string }>(
      'select id from payments where patient_id = $1 order by charged_at',
      [standing.patientId],
    )
    expect(payments).toHaveLength(2)
    await test.call(refundPayment, admin, {
      paymentId: payments[1]?.id ?? '',
      amountCents: 900,
      attempt: crypto.randomUUID(),
    })
    await test.work()
    expect(await ids('refunds', standing)).toHaveLength(1)
    await test.call(partPatients, admin, { mergeId })
    expect(await seen()).toEqual([{ owner: member.patientId }])
    await test.pass('P1M')
    await test.pass('PT2H')
    expect(await chargesOf(test, clinic, member)).toHaveLength(3)
  }, 60_000)

  it('orders two threads by time, counts nothing unread as read, and parts them again', async () => {
    const member = await aPatient(test.db, clinic)
    const other = await aPatient(test.db, clinic)
    await aThread(test.db, clinic, {
      patient: member,
      messages: [
        { from: 'patient', body: 'one' },
        { from: 'clinic', body: 'three' },
      ],
    })
    await aThread(test.db, clinic, { patient: other, messages: [{ from: 'patient', body: 'two' }] })
    await test.db.asOwner(
      `update messages set sent_at = '2026-02-01T00:00:00Z'::timestamptz + case body when 'one' then interval '1 h' when 'two' then interval '2 h' else interval '3 h' end
        where patient_id in ($1, $2)`,
      [member.patientId, other.patientId],
    )
    await test.db.asOwner('update clinic_memberships set ended_at = now() where id = $1', [
      other.membershipId,
    ])
    const bodies = async ({ patientId }: { patientId: string }) =>
      (
        await test.db.asOwner<{ body: string }>(
          'select body from messages where patient_id = $1 order by number',
          [patientId],
        )
      ).map(({ body }) => body)
    const noteId = await aMessageNote(test.db, clinic, other)
    const isNotedOn = async () =>
      (await test.db.asOwner('select patient_id from message_notes where id = $1', [noteId]))[0]
    const { mergeId } = await merge(member, other)
    expect(await bodies(member)).toEqual(['one', 'two', 'three'])
    expect(await isNotedOn()).toEqual({ patient_id: member.patientId })
    const [thread] = await test.db.asOwner(
      'select last_number, last_from, clinic_unread, patient_unread from message_threads where patient_id = $1',
      [member.patientId],
    )
    expect(thread).toEqual({ last_number: 3, last_from: 'clinic', clinic_unread: 2, patient_unread: 1 })
    await test.call(partPatients, admin, { mergeId })
    expect([await bodies(member), await bodies(other)]).toEqual([['one', 'three'], ['two']])
    expect(await isNotedOn()).toEqual({ patient_id: other.patientId })
  })

  it('gathers later rows of the emptied record', async () => {
    const member = await aPatient(test.db, clinic)
    const double = await aRecord()
    await merge(member, double)
    const late = await anAppointment(test.db, clinic, double, { date: '2026-05-04' })
    await test.services.transactions.withSystem('test', (tx) =>
      test.services.jobs.enqueue(tx, gatherMergedJob, {}),
    )
    await test.work()
    expect(await ids('appointments', member)).toEqual([late.id])
  })

  it('happens once, even when called from both sides at the same time', async () => {
    const member = await aPatient(test.db, clinic)
    const double = await aRecord()
    const settled = await Promise.allSettled([
      merge(member, double),
      merge(member, double),
      merge(double, member),
      merge(member, double),
    ])
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('permission', () => {
  const pair = async (): Promise<[Patient, { patientId: string }]> => [
    await aPatient(test.db, clinic),
    await aRecord(),
  ]

  it('has one error for an unknown, a foreign, a merged and the same record', async () => {
    const [one, other] = await pair()
    const foreign = await aPatient(test.db, await aClinic(test.db))
    await merge(one, other)
    for (const from of [foreign, other, one, { patientId: crypto.randomUUID() }])
      await expect(merge(one, from)).rejects.toMatchObject({ code: 'not_found' })
  })
})
