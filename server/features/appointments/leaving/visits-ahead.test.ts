import { beforeEach, describe, expect, it } from 'vitest'
import type { VisitDecisions, VisitsAhead } from '#domain/appointments/visits-ahead.ts'
import type { LeavingClinic } from '#domain/memberships/inputs.ts'
import type { CreatedPatient } from '#domain/patients/patient-entry.ts'
import { anAppointment, aProvider, aScheduleException } from '#testing/appointments.ts'
import { drainOutboxes } from '#testing/outbox.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aPatient, type Member, type Patient, type TestClinic } from '#testing/sign-in/people.ts'
import { deactivateMember } from '../../memberships/deactivate-member.ts'
import { leaveClinic } from '../../memberships/leave-clinic.ts'
import { removeMember } from '../../memberships/remove-member.ts'
import { createPatient } from '../../patients/create-patient.ts'
import { bookAppointment } from '../booking/book-appointment.ts'
import { visitsAhead } from './visits-ahead.ts'

const test = await setUpServices({ now: '2026-03-10T15:00:00Z' })

type Provider = Awaited<ReturnType<typeof aProvider>>
type Answer = { success: true } | { ahead: VisitsAhead }

let clinic: TestClinic
let elena: Provider
let maya: Provider
let rosa: Patient
beforeEach(async () => {
  clinic = await aClinic(test.db, { timeZone: 'America/New_York' })
  elena = await aProvider(test.db, clinic)
  maya = await aProvider(test.db, clinic)
  rosa = await aPatient(test.db, clinic)
})

const visit = async (time: string, options: { patient?: Patient; providerId?: string; date?: string } = {}) =>
  (
    await anAppointment(test.db, clinic, options.patient ?? rosa, {
      time,
      providerId: options.providerId ?? elena.id,
      ...(options.date && { date: options.date }),
    })
  ).id
const remove = (member: Pick<Member, 'membershipId'>, visits?: VisitDecisions, by: Member = clinic.admin) =>
  removeMember.call(test.services, by.caller(), {
    membershipId: member.membershipId,
    ...(visits && { visits }),
  }) as Promise<Answer>
const deactivate = (member: Pick<Member, 'membershipId'>, visits?: VisitDecisions) =>
  deactivateMember.call(test.services, clinic.admin.caller(), {
    membershipId: member.membershipId,
    ...(visits && { visits }),
  }) as Promise<Answer>
const ahead = (member: Pick<Member, 'membershipId'>) =>
  visitsAhead.call(test.services, clinic.admin.caller(), {
    membershipId: member.membershipId,
  }) as Promise<VisitsAhead>
const stored = (id: string) =>
  test.db
    .asOwner<{ status: string; provider_id: string; canceled_by_patient: boolean }>(
      'select status, provider_id, canceled_by_patient from appointments where id = $1',
      [id],
    )
    .then(([row]) => row)
const hasEnded = async ({ membershipId }: Pick<Member, 'membershipId'>) =>
  (
    await test.db.asOwner<{ ended: boolean }>(
      `select ended_at is not null or status <> 'active' as ended from clinic_memberships where id = $1`,
      [membershipId],
    )
  )[0]?.ended
const noticesOf = async (id: string) => {
  await drainOutboxes(test.db)
  const rows = await test.db.asOwner<{ kind: string }>(
    `select n.kind from app.notices n join appointment_changes c on c.id::text = n.subject_id
      where c.appointment_id = $1 and c.kind <> 'booked' order by n.kind`,
    [id],
  )
  return rows.map(({ kind }) => kind)
}

describe('the visits ahead of a provider', () => {
  it('are listed with the providers who offer the kind of visit, work then and are free', async () => {
    const free = await visit('09:00')
    const taken = await visit('10:00')
    await visit('10:00', { providerId: maya.id, patient: await aPatient(test.db, clinic) })
    const evening = await visit('18:00')
    const dayOff = await visit('09:00', { date: '2026-03-17' })
    await aScheduleException(test.db, clinic, '2026-03-17')
    await visit('09:00', { date: '2026-03-09' })
    const found = await ahead(elena.person)
    expect(found.visits.map(({ appointmentId, takers }) => [appointmentId, takers])).toEqual([
      [free, [maya.id]],
      [taken, []],
      [evening, []],
      [dayOff, []],
    ])
    expect(found.visits[0]).toMatchObject({ patientName: rosa.name, startsAt: '2026-03-16T13:00:00.000Z' })
    expect(found.providers).toEqual([{ id: maya.id, name: maya.person.name }])
    await test.db.asOwner(`update providers set types = '{therapy}' where id = $1`, [maya.id])
    expect((await ahead(elena.person)).visits[0]?.takers).toEqual([])
  })

  it('are audited as a read of their patients', async () => {
    await visit('09:00')
    await ahead(elena.person)
    expect(
      await test.db.asOwner(
        `select patient_ids from app.audit_log where action = 'record.read' and purpose = 'visits-ahead' and clinic_id = $1`,
        [clinic.id],
      ),
    ).toEqual([{ patient_ids: [rosa.patientId] }])
  })

  it.each([
    ['remove-member', remove],
    ['deactivate-member', deactivate],
  ])('%s writes nothing until each has a decision, then hands over and cancels', async (_name, end) => {
    const first = await visit('09:00')
    const second = await visit('11:00')
    for (const decisions of [
      undefined,
      [{ appointmentId: first, decision: maya.id }],
      [
        { appointmentId: first, decision: maya.id },
        { appointmentId: second, decision: 'retain' as const },
      ],
      [
        { appointmentId: first, decision: crypto.randomUUID() },
        { appointmentId: second, decision: 'cancel' as const },
      ],
    ]) {
      const answer = await end(elena.person, decisions)
      expect(answer).toMatchObject({ ahead: { visits: [{}, {}] } })
      expect(await stored(first)).toMatchObject({ status: 'upcoming', provider_id: elena.id })
      expect(await hasEnded(elena.person)).toBe(false)
    }
    const decided = [
      { appointmentId: first, decision: maya.id },
      { appointmentId: second, decision: 'cancel' as const },
    ]
    expect(await end(elena.person, decided)).toMatchObject({ success: true })
    expect(await stored(first)).toMatchObject({ status: 'upcoming', provider_id: maya.id })
    expect(await stored(second)).toMatchObject({ status: 'canceled', provider_id: elena.id })
    expect(await hasEnded(elena.person)).toBe(true)
    expect(await noticesOf(first)).toEqual(['visit_former_provider', 'visit_patient', 'visit_provider'])
    expect(await noticesOf(second)).toEqual(['visit_patient', 'visit_provider'])
    await expect(end(elena.person, decided)).rejects.toMatchObject({ code: 'not_found' })
    expect(await noticesOf(second)).toEqual(['visit_patient', 'visit_provider'])
    const notified = await test.db.asOwner('select kind from user_notices where user_id = $1', [
      maya.person.userId,
    ])
    expect(notified).toEqual([{ kind: 'appointment_handed_over' }])
  })

  it('a visit that is booked while the dialog is open is among them', async () => {
    const first = await visit('09:00')
    await ahead(elena.person)
    await bookAppointment.call(test.services, (await aPatient(test.db, clinic)).caller(), {
      appointmentType: 'checkup',
      providerId: elena.id,
      startsAt: '2026-03-16T18:00:00Z',
    })
    const answer = await remove(elena.person, [{ appointmentId: first, decision: 'cancel' }])
    expect(answer).toMatchObject({ ahead: { visits: [{}, {}] } })
    expect(await stored(first)).toMatchObject({ status: 'upcoming' })
  })

  it('a booking at the same time as the removal is decided on, or refused', async () => {
    for (let round = 0; round < 5; round++) {
      const leaver = await aProvider(test.db, clinic)
      const [booked, removed] = await Promise.allSettled([
        bookAppointment.call(test.services, (await aPatient(test.db, clinic)).caller(), {
          appointmentType: 'checkup',
          providerId: leaver.id,
          startsAt: '2026-03-16T14:00:00Z',
        }),
        remove(leaver.person),
      ])
      const left = await test.db.asOwner('select 1 from appointments where provider_id = $1', [leaver.id])
      if (booked.status === 'fulfilled') {
        expect(removed).toMatchObject({ value: { ahead: { visits: [{}] } } })
        expect(await hasEnded(leaver.person)).toBe(false)
      } else {
        expect(left).toEqual([])
        expect(await hasEnded(leaver.person)).toBe(true)
      }
    }
  })

  it('a time of the other provider that was taken meanwhile asks again', async () => {
    const first = await visit('09:00')
    expect((await ahead(elena.person)).visits[0]?.takers).toEqual([maya.id])
    await visit('09:00', { providerId: maya.id, patient: await aPatient(test.db, clinic) })
    const answer = await remove(elena.person, [{ appointmentId: first, decision: maya.id }])
    expect(answer).toMatchObject({ ahead: { visits: [{ appointmentId: first, takers: [] }] } })
  })

  it('a removal without visits needs no decision, and one of another clinic is unknown', async () => {
    expect(await remove(maya.person)).toMatchObject({ success: true })
    const there = await aClinic(test.db)
    await expect(remove(elena.person, [], there.admin)).rejects.toMatchObject({ code: 'not_found' })
    await expect(
      visitsAhead.call(test.services, there.admin.caller(), { membershipId: elena.person.membershipId }),
    ).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('the visits ahead of a patient', () => {
  it('are canceled with a notice to the provider, or retained, when an admin removes the patient', async () => {
    const first = await visit('09:00')
    const second = await visit('11:00')
    expect(await remove(rosa)).toMatchObject({ ahead: { visits: [{ takers: [] }, {}], providers: [] } })
    expect(await hasEnded(rosa)).toBe(false)
    const answer = await remove(rosa, [
      { appointmentId: first, decision: 'cancel' },
      { appointmentId: second, decision: 'retain' },
    ])
    expect(answer).toMatchObject({ success: true })
    expect(await stored(first)).toMatchObject({ status: 'canceled', canceled_by_patient: false })
    expect(await stored(second)).toMatchObject({ status: 'upcoming' })
    expect(
      await test.db.asOwner('select kind from user_notices where user_id = $1', [elena.person.userId]),
    ).toEqual([{ kind: 'appointment_canceled' }])
    expect(
      await test.db.asOwner(
        `select p.full_name from appointments a join patients p on p.id = a.patient_id where a.id = $1`,
        [second],
      ),
    ).toEqual([{ full_name: rosa.name }])
  })

  it('of a record without an account need a decision too', async () => {
    const created = (await createPatient.call(test.services, clinic.admin.caller(), {
      ...{ attempt: crypto.randomUUID(), isNewPerson: true, name: 'Walter Walkin', dateOfBirth: '' },
      ...{ phone: '', email: '', mayText: false },
    })) as CreatedPatient
    const patientId = created.patientId ?? ''
    const [row] = await test.db.asOwner<{ id: string }>(
      'select id from clinic_memberships where patient_id = $1',
      [patientId],
    )
    const membershipId = row?.id ?? ''
    const { id } = await anAppointment(test.db, clinic, { patientId }, { providerId: elena.id })
    expect(await remove({ membershipId })).toMatchObject({ ahead: { visits: [{ appointmentId: id }] } })
    expect(await remove({ membershipId }, [{ appointmentId: id, decision: 'cancel' }])).toMatchObject({
      success: true,
    })
  })

  it('are listed for a patient who leaves, who cancels or retains them', async () => {
    const first = await visit('09:00')
    const leave = (confirmed: boolean, visits?: VisitDecisions) =>
      leaveClinic.call(test.services, rosa.caller(), {
        confirmed,
        open: null,
        ...(visits && { visits }),
      }) as Promise<LeavingClinic>
    expect((await leave(false)).ahead.visits).toMatchObject([{ appointmentId: first }])
    await expect(leave(true)).rejects.toMatchObject({ code: 'visits_undecided' })
    expect(await hasEnded(rosa)).toBe(false)
    await leave(true, [{ appointmentId: first, decision: 'cancel' }])
    expect(await stored(first)).toMatchObject({ status: 'canceled', canceled_by_patient: true })
    expect(await hasEnded(rosa)).toBe(true)
    expect(
      await test.db.asOwner('select kind from user_notices where user_id = $1', [elena.person.userId]),
    ).toEqual([{ kind: 'appointment_canceled' }])
  })
})
