// A provider whose membership has ended or is suspended is not bookable: the database decides (docs/decisions/0172).
import { beforeEach, describe, expect, it } from 'vitest'
import type { FreeTimesView } from '#domain/appointments/appointments.ts'
import { createClinicSites } from '#server/features/clinics/clinic-sites.ts'
import { aProvider, aVisitForm } from '#testing/appointments.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aPatient, type TestClinic } from '#testing/sign-in/people.ts'
import { anOffer } from '#testing/waitlist.ts'
import { bookAppointment } from '../booking/book-appointment.ts'
import { holdTime } from '../booking/hold-time.ts'
import { scheduleAppointment } from '../booking/schedule-appointment.ts'
import { freeTimes } from '../calendar/free-times.ts'
import { joinWaitlist } from '../waitlist/join-waitlist.ts'

const test = await setUpServices({ now: '2026-03-10T15:00:00Z' })

let clinic: TestClinic
let elena: Awaited<ReturnType<typeof aProvider>>
beforeEach(async () => {
  clinic = await aClinic(test.db, { timeZone: 'America/New_York' })
  elena = await aProvider(test.db, clinic)
  await test.db.asOwner('update providers set is_public = true where id = $1', [elena.id])
})

const asAdmin = (statement: string, params: unknown[]) =>
  test.db.transactions.withStatement(
    clinic.admin.caller(),
    { sql: statement, params: params as string[] },
    async (rows) => rows,
  )
const remove = () => asAdmin('delete from clinic_memberships where id = $1', [elena.person.membershipId])
const suspend = () =>
  asAdmin(`update clinic_memberships set status = 'invited' where id = $1`, [elena.person.membershipId])
const restore = () =>
  asAdmin(`update clinic_memberships set status = 'active' where id = $1`, [elena.person.membershipId])

const timesFree = async () =>
  (
    (await freeTimes.call(test.services, clinic.admin.caller(), {
      appointmentType: 'checkup',
      days: 14,
    })) as FreeTimesView
  ).times.length
const onTheSite = async () =>
  (await createClinicSites(test.services.transactions)(clinic.subdomain))?.site.team.length
const book = async (startsAt = '2026-03-16T14:00:00Z') =>
  bookAppointment.call(test.services, (await aPatient(test.db, clinic)).caller(), {
    appointmentType: 'checkup',
    providerId: elena.id,
    startsAt,
  })
const rowsOf = (statement: string) => test.db.asOwner(statement, [elena.id])

describe.each([
  ['removes', remove],
  ['deactivates', suspend],
])('when a client %s the membership directly', (_verb, leave) => {
  it('no time is free, no booking accepted, and the public page does not name the provider', async () => {
    expect(await timesFree()).toBeGreaterThan(0)
    expect(await onTheSite()).toBe(1)
    await leave()
    expect(await timesFree()).toBe(0)
    expect(await onTheSite()).toBe(0)
    await expect(book()).rejects.toMatchObject({ code: 'time_not_offered' })
    const patient = await aPatient(test.db, clinic)
    for (const repeat of [undefined, { everyDays: 7, count: 3 }])
      await expect(
        scheduleAppointment.call(test.services, clinic.admin.caller(), {
          ...aVisitForm(),
          patientId: patient.patientId,
          providerId: elena.id,
          ...(repeat && { repeat }),
        }),
      ).rejects.toMatchObject({ code: 'invalid_input', fields: [{ path: 'providerId' }] })
    await expect(
      joinWaitlist.call(test.services, patient.caller(), {
        appointmentType: 'checkup',
        providerId: elena.id,
        appointmentId: null,
        days: [],
        opens: null,
        closes: null,
        until: '2026-04-10',
      }),
    ).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('reserved times and offers end', async () => {
    const patient = await aPatient(test.db, clinic)
    await holdTime.call(test.services, patient.caller(), {
      appointmentType: 'checkup',
      providerId: elena.id,
      startsAt: '2026-03-16T14:00:00Z',
    })
    const other = await aPatient(test.db, clinic)
    await anOffer(test.db, clinic, other, { providerId: elena.id })
    await leave()
    expect(await rowsOf('select 1 from app.appointment_holds where provider_id = $1')).toEqual([])
    expect(await rowsOf('select status from waitlist_offers where provider_id = $1')).toEqual([
      { status: 'expired' },
    ])
    expect(await rowsOf('select 1 from app.busy_times where provider_id = $1')).toEqual([])
    expect(
      await rowsOf('select 1 from app.waitlist_openings where provider_id = $1 and closed_at is null'),
    ).toEqual([])
  })

  it('a booking at the same time is accepted before, or refused after', async () => {
    for (let round = 0; round < 5; round++) {
      const [booked] = await Promise.allSettled([book(`2026-03-16T${14 + round}:00:00Z`), leave()])
      const visits = await rowsOf(
        `select 1 from appointments where provider_id = $1 and starts_at = '2026-03-16T${14 + round}:00:00Z'`,
      )
      expect(visits).toHaveLength(booked.status === 'fulfilled' ? 1 : 0)
      if (booked.status === 'rejected')
        expect(booked.reason).toMatchObject({ code: expect.stringMatching(/^time_/) })
      await expect(book(`2026-03-17T${14 + round}:00:00Z`)).rejects.toMatchObject({
        code: 'time_not_offered',
      })
      elena = await aProvider(test.db, clinic)
    }
  })
})

it('the database refuses a time ahead for a former provider, and lets a past visit be corrected', async () => {
  const patient = await aPatient(test.db, clinic)
  const visit = (date: string, status: string) =>
    test.db.asOwner(
      `insert into appointments (clinic_id, patient_id, type, date, time, duration_minutes, status, provider_id)
       values ($1, $2, 'checkup', $3, '10:00', 30, $4, $5)`,
      [clinic.id, patient.patientId, date, status, elena.id],
    )
  await visit('2026-03-09', 'no_show')
  await visit('2040-03-14', 'upcoming')
  await remove()
  await expect(visit('2040-03-15', 'upcoming')).rejects.toMatchObject({
    constraint: 'busy_times_provider_check',
  })
  await test.db.asOwner(
    `update appointments set status = 'completed' where provider_id = $1 and date = '2026-03-09'`,
    [elena.id],
  )
  await test.db.asOwner(
    `update appointments set notes = 'Call first' where provider_id = $1 and date = '2040-03-14'`,
    [elena.id],
  )
  expect(await rowsOf('select 1 from app.busy_times where provider_id = $1')).toHaveLength(2)
})

it('activating the member again makes the provider bookable', async () => {
  const before = await timesFree()
  await suspend()
  expect(await timesFree()).toBe(0)
  await restore()
  expect(await timesFree()).toBe(before)
  expect(await onTheSite()).toBe(1)
  await book()
})

it('a provider who takes no appointments stays so while the membership changes', async () => {
  await test.db.asOwner('update providers set takes_appointments = false where id = $1', [elena.id])
  await suspend()
  await restore()
  expect(await timesFree()).toBe(0)
})
