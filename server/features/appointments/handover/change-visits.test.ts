import { beforeEach, describe, expect, it } from 'vitest'
import type { ChangedVisits } from '#domain/handover/handover.ts'
import type { CreatedPatient } from '#domain/patients/patient-entry.ts'
import { anAppointment, aProvider } from '#testing/appointments.ts'
import { setUpServices } from '#testing/set-up.ts'
import {
  aClinic,
  aPatient,
  aStaffMember,
  type Member,
  type Patient,
  type TestClinic,
} from '#testing/sign-in/people.ts'
import { createPatient } from '../../patients/create-patient.ts'
import { cancelAppointment } from '../booking/cancel-appointment.ts'
import { visitCalls } from '../calls/visit-calls.ts'
import { changeVisits } from './change-visits.ts'

// 11:00 in New York on a Tuesday
const test = await setUpServices({ now: '2026-03-10T15:00:00Z' })

type Provider = Awaited<ReturnType<typeof aProvider>>

let clinic: TestClinic
let desk: Member
let elena: Provider
let maya: Provider
let rosa: Patient
let tom: Patient
beforeEach(async () => {
  test.clock.setOffset(0)
  clinic = await aClinic(test.db, { timeZone: 'America/New_York' })
  desk = await aStaffMember(test.db, clinic)
  elena = await aProvider(test.db, clinic)
  maya = await aProvider(test.db, clinic)
  rosa = await aPatient(test.db, clinic)
  tom = await aPatient(test.db, clinic)
  await test.services.jobs.drain()
  await mails()
})

const day = '2026-03-16'
const visit = async (
  time: string,
  options: { patient?: { patientId: string }; provider?: Provider; date?: string } = {},
) =>
  (
    await anAppointment(test.db, clinic, options.patient ?? rosa, {
      time,
      providerId: (options.provider ?? elena).id,
      date: options.date ?? day,
    })
  ).id
type Change = { kind: 'undo' } | { kind: string; [key: string]: unknown }
const change = async (
  changes: readonly (readonly [id: string, change: Change, version?: number])[],
  by = desk,
) =>
  (
    (await changeVisits.call(test.services, by.caller(), {
      changes: changes.map(([appointmentId, each, version = 1]) => ({
        appointmentId,
        version,
        change: each,
      })),
    })) as ChangedVisits
  ).results
const handOver = (to: Provider) => ({ kind: 'hand-over', providerId: to.id })
const stored = async (id: string) =>
  (
    await test.db.asOwner<{ state: string }>(
      `select concat_ws(' ', date, time, status, case provider_id when $2 then 'elena' when $3 then 'maya' end) as state
         from appointments where id = $1`,
      [id, elena.id, maya.id],
    )
  )[0]?.state

/** Runs the jobs, also those that wait, and takes the mails. */
async function mails(to?: string) {
  await test.services.jobs.drain()
  const rows = await test.db.asOwner<{ to_address: string; subject: string; calendar: string | null }>(
    `delete from app.mails where template like 'visit-%' returning to_address, subject, calendar`,
  )
  return rows.filter(({ to_address }) => to === undefined || to_address === to)
}

describe('many visits at once', () => {
  it('change one by one: one that is taken or changed stops no other and stays whole', async () => {
    const [free, taken, changed] = [await visit('09:00'), await visit('10:00'), await visit('11:00')]
    await visit('10:15', { patient: tom, provider: maya })
    await test.db.asOwner(`update appointments set notes = 'a colleague' where id = $1`, [changed])
    const results = await change([
      [taken, handOver(maya)],
      [changed, { kind: 'cancel', reason: '' }],
      [free, handOver(maya)],
    ])
    expect(results.map(({ result }) => result)).toEqual(['taken', 'changed', 'done'])
    expect(await stored(free)).toBe(`${day} 09:00 upcoming maya`)
    expect(await stored(taken)).toBe(`${day} 10:00 upcoming elena`)
    expect(await stored(changed)).toBe(`${day} 11:00 upcoming elena`)
  })

  it('a provider who does not offer the kind gets none, and a visit that was canceled stays so', async () => {
    const [special, canceled] = [await visit('09:00'), await visit('10:00')]
    await test.db.asOwner(`update providers set types = '{therapy}' where id = $1`, [maya.id])
    await change([[canceled, { kind: 'cancel', reason: '' }]])
    const results = await change([
      [special, handOver(maya)],
      [canceled, { kind: 'move', date: day, time: '14:00' }, 2],
    ])
    expect(results.map(({ result }) => result)).toEqual(['kind', 'over'])
  })

  it('mail each patient once, with an invitation for each visit', async () => {
    const ids = [await visit('09:00'), await visit('10:00'), await visit('11:00', { patient: tom })]
    await mails()
    await change(ids.map((id) => [id, handOver(maya)]))
    const sent = await mails()
    const ofRosa = sent.filter(({ to_address }) => to_address === rosa.email)
    expect(ofRosa.map(({ subject }) => subject)).toEqual(['2 times were changed'])
    expect(ofRosa[0]?.calendar?.match(/BEGIN:VEVENT/g)).toHaveLength(2)
    expect(sent.filter(({ to_address }) => to_address === tom.email).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Changed: .+ 11:00/),
    ])
  })

  it('are all undone before a patient is notified', async () => {
    const [first, second] = [await visit('09:00'), await visit('10:00', { patient: tom })]
    await mails()
    const results = await change([
      [first, { kind: 'move', date: '2026-03-17', time: '09:00' }],
      [second, { kind: 'cancel', reason: 'ill' }],
    ])
    expect(results.map(({ notifies }) => notifies)).toEqual([true, true])
    const undone = await change(
      results.toReversed().map(({ appointmentId, version }) => [appointmentId, { kind: 'undo' }, version]),
    )
    expect(undone.map(({ result }) => result)).toEqual(['done', 'done'])
    expect(await stored(first)).toBe(`${day} 09:00 upcoming elena`)
    expect(await stored(second)).toBe(`${day} 10:00 upcoming elena`)
    expect(await mails(rosa.email)).toEqual([])
    expect(await mails(tom.email)).toEqual([])
  })

  it('of a patient that no message reaches are each called about', async () => {
    const created = (await createPatient.call(test.services, desk.caller(), {
      ...{ attempt: crypto.randomUUID(), isNewPerson: true, name: 'Nora Nomail', dateOfBirth: '' },
      ...{ phone: '', email: '', mayText: false },
    })) as CreatedPatient
    const patientId = created.patientId ?? ''
    const ids = [
      await visit('09:00', { patient: { patientId } }),
      await visit('10:00', { patient: { patientId } }),
    ]
    await mails()
    await change(
      ids.map((id) => [id, { kind: 'move', date: '2026-03-17', time: id === ids[0] ? '09:00' : '10:00' }]),
    )
    await test.services.jobs.drain()
    const { calls } = (await visitCalls.call(test.services, desk.caller(), {})) as {
      calls: { appointmentId: string; about: string }[]
    }
    expect(calls.map(({ appointmentId, about }) => [appointmentId, about])).toEqual(
      ids.map((id) => [id, 'moved']),
    )
  })

  it('of another clinic are unknown, and then none changes', async () => {
    const own = await visit('09:00')
    const other = await aClinic(test.db)
    const { id: foreign } = await anAppointment(test.db, other, await aPatient(test.db, other))
    const cancel = { kind: 'cancel', reason: '' }
    await expect(
      change([
        [own, cancel],
        [foreign, cancel],
      ]),
    ).rejects.toMatchObject({ code: 'not_found' })
    expect(await stored(own)).toBe(`${day} 09:00 upcoming elena`)
  })
})

it('a cancellation with an older version leaves the visit', async () => {
  const id = await visit('09:00')
  await change([[id, handOver(maya)]])
  const cancel = (version: number) =>
    cancelAppointment.call(test.services, desk.caller(), { appointmentId: id, version, reason: '' })
  await expect(cancel(1)).rejects.toMatchObject({ code: 'changed_elsewhere' })
  await expect(cancel(2)).resolves.toMatchObject({ canceled: 1 })
})
