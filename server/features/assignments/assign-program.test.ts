import { describe, expect, it } from 'vitest'
import { dateIn } from '#domain/values/zones.ts'
import { joinPlan } from '#server/features/checkouts/join-plan.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { aContentItem } from '#testing/content.ts'
import { agreement } from '#testing/money/agreement.ts'
import { setUpSale } from '#testing/money/set-up.ts'
import { aProgram } from '#testing/programs.ts'
import { aClinic, aPatient, aStaffMember, type Patient } from '#testing/sign-in/people.ts'
import { assignProgram } from './assign-program.ts'
import { endEnrollment } from './end-enrollment.ts'

const { test, clinic, plan } = await setUpSale()

const assign = (input: object, by: Caller = clinic.admin.caller()) =>
  assignProgram.call(test.services, by, input)
const lessonsOf = (patient: Patient) =>
  test.db.asOwner<{ day: string; session_id: string; open: boolean }>(
    `select (a.opens_at at time zone c.time_zone)::text as day, a.session_id, a.withdrawn_at is null as open
       from lesson_assignments a join clinics c on c.id = a.clinic_id
      where a.patient_id = $1 order by a.opens_at`,
    [patient.patientId],
  )
const visibleTo = async (patient: Patient) =>
  (
    await test.services.transactions.withActor(patient.caller(), (tx) =>
      tx.selectFrom('lesson_assignments').select('session_id').orderBy('opens_at').execute(),
    )
  ).map(({ session_id }) => session_id)

describe('assigning a program', () => {
  it('opens each session at midnight of the clinic, also across a daylight saving change', async () => {
    const patient = await aPatient(test.db, clinic)
    const { programId, sessionIds } = await aProgram(test.db, clinic, { sessions: 3, startsOn: '2024-03-04' })
    expect(await assign({ programId, patientIds: [patient.patientId] })).toEqual({
      assigned: 1,
      already: 0,
      withoutAccount: 0,
    })
    expect(await lessonsOf(patient)).toEqual(
      ['2024-03-04', '2024-03-11', '2024-03-18'].map((day, at) => ({
        day: `${day} 00:00:00`,
        session_id: sessionIds[at],
        open: true,
      })),
    )
  })

  it('opens past sessions at once for a patient who joins a fixed start late', async () => {
    const patient = await aPatient(test.db, clinic)
    const { programId, sessionIds } = await aProgram(test.db, clinic, { sessions: 3, startsOn: '2024-03-04' })
    await assign({ programId, patientIds: [patient.patientId] })
    expect(await visibleTo(patient)).toEqual(sessionIds)
  })

  // two zones whose dates always differ
  it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
    'begins a rolling start today on the calendar of a clinic in %s',
    async (timeZone) => {
      const far = await aClinic(test.db, { timeZone })
      const patient = await aPatient(test.db, far)
      const { programId } = await aProgram(test.db, far)
      const today = () => `${dateIn(test.services.clock.now(), timeZone)} 00:00:00`
      const before = today()
      await assign({ programId, patientIds: [patient.patientId] }, far.admin.caller())
      // midnight may pass between both calls
      expect([before, today()]).toContain((await lessonsOf(patient))[0]?.day)
    },
  )

  it('shows open sessions only', async () => {
    const patient = await aPatient(test.db, clinic)
    const { programId } = await aProgram(test.db, clinic, { startsOn: '2099-01-05' })
    await assign({ programId, patientIds: [patient.patientId] })
    expect(await visibleTo(patient)).toEqual([])
    const atOnce = await aProgram(test.db, clinic, { intervalDays: 0 })
    await assign({ programId: atOnce.programId, patientIds: [patient.patientId] })
    expect(await visibleTo(patient)).toEqual(expect.arrayContaining(atOnce.sessionIds))
  })

  it('enrolls once when called twice at once, and audits it for the patient', async () => {
    const patient = await aPatient(test.db, clinic)
    const { programId } = await aProgram(test.db, clinic)
    const input = { programId, patientIds: [patient.patientId] }
    const answers = await Promise.all([assign(input), assign(input)])
    expect(answers).toContainEqual({ assigned: 0, already: 1, withoutAccount: 0 })
    expect(await lessonsOf(patient)).toHaveLength(2)
    const trail = await test.db.asOwner(
      `select patient_ids from app.audit_log where action = 'program.enrolled' and subject_id = $1`,
      [programId],
    )
    expect(trail).toEqual([{ patient_ids: [patient.patientId] }])
  })

  it('refuses a program with an empty session', async () => {
    const patient = await aPatient(test.db, clinic)
    const { programId, sessionIds } = await aProgram(test.db, clinic)
    const { itemId } = await aContentItem(test.db, clinic)
    await test.db.asOwner('update program_sessions set item_id = $1 where id = $2', [itemId, sessionIds[1]])
    await expect(assign({ programId, patientIds: [patient.patientId] })).rejects.toMatchObject({
      code: 'program_unfinished',
    })
    await expect(
      assign(
        { programId, patientIds: [patient.patientId] },
        (await aStaffMember(test.db, clinic, { isReadOnly: true })).caller(),
      ),
    ).rejects.toMatchObject({ code: 'not_allowed' })
  })

  it('ends when the team ends the enrollment, which withdraws open lessons', async () => {
    const patient = await aPatient(test.db, clinic)
    const { programId } = await aProgram(test.db, clinic)
    await assign({ programId, patientIds: [patient.patientId] })
    const [row] = await test.db.asOwner<{ id: string }>(
      'select id from program_enrollments where patient_id = $1',
      [patient.patientId],
    )
    await endEnrollment.call(test.services, clinic.admin.caller(), { enrollmentId: row?.id })
    expect((await lessonsOf(patient)).map(({ open }) => open)).toEqual([false, false])
    expect(await visibleTo(patient)).toEqual([])
    expect(await assign({ programId, patientIds: [patient.patientId] })).toEqual({
      assigned: 1,
      already: 0,
      withoutAccount: 0,
    })
  })
})

describe('joining a plan', () => {
  it('enrolls in its programs once, even when Stripe repeats the event', async () => {
    const { programId, sessionIds } = await aProgram(test.db, clinic, { planId: plan.id })
    const patient = await aPatient(test.db, clinic)
    const page = await test.call(joinPlan, patient.caller(), {
      priceId: plan.price.id,
      attempt: crypto.randomUUID(),
      agreement,
    })
    expect(await lessonsOf(patient)).toEqual([])
    await test.pay(page.url)
    await test.work()
    expect((await lessonsOf(patient)).map(({ session_id }) => session_id)).toEqual(sessionIds)
    await test.db.asOwner(`update subscriptions set status = 'past_due' where owner_patient_id = $1`, [
      patient.patientId,
    ])
    await test.db.asOwner(`update subscriptions set status = 'active' where owner_patient_id = $1`, [
      patient.patientId,
    ])
    expect(
      await test.db.asOwner('select source, program_id from program_enrollments where patient_id = $1', [
        patient.patientId,
      ]),
    ).toEqual([{ source: 'plan', program_id: programId }])
    expect(await assign({ programId, planId: plan.id })).toEqual({
      assigned: 0,
      already: 1,
      withoutAccount: 0,
    })
  })

  it('does not restart a program that the team ended while the plan runs', async () => {
    const { programId } = await aProgram(test.db, clinic, { planId: plan.id })
    const patient = await aPatient(test.db, clinic)
    const page = await test.call(joinPlan, patient.caller(), {
      priceId: plan.price.id,
      attempt: crypto.randomUUID(),
      agreement,
    })
    await test.pay(page.url)
    await test.work()
    const enrollments = () =>
      test.db.asOwner<{ id: string; is_open: boolean }>(
        'select id, ended_at is null as is_open from program_enrollments where patient_id = $1 and program_id = $2',
        [patient.patientId, programId],
      )
    const [first] = await enrollments()
    await endEnrollment.call(test.services, clinic.admin.caller(), { enrollmentId: first?.id })
    for (const status of ['past_due', 'active'])
      await test.db.asOwner('update subscriptions set status = $2 where owner_patient_id = $1', [
        patient.patientId,
        status,
      ])
    expect(await enrollments()).toEqual([{ id: first?.id, is_open: false }])
  })
})
