import { describe, expect, it } from 'vitest'
import type { FreeTimesView } from '#domain/appointments/appointments.ts'
import { wallClock } from '#domain/values/zones.ts'
import { anAppointment, aProvider } from '#testing/appointments.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient, type Member } from '#testing/sign-in/people.ts'
import { holdTime } from '../booking/hold-time.ts'
import { freeTimes } from './free-times.ts'

const { test, clinic } = await setUpClinic({ now: '2026-03-10T15:00:00Z' }, { timeZone: 'America/New_York' })
const patient = await aPatient(test.db, clinic)
const provider = await aProvider(test.db, clinic, { opens: '09:00', closes: '11:00' })

const times = async (input: object = {}, by: Member = patient) => {
  const found = (await freeTimes.call(test.services, by.caller(), {
    appointmentType: 'checkup',
    from: '2026-03-16',
    days: 1,
    ...input,
  })) as FreeTimesView
  return found.times.map(({ startsAt }) => wallClock(Date.parse(startsAt), found.timeZone).time)
}

describe('free times', () => {
  it('are those of the providers, without what is taken or held by others', async () => {
    const other = await aPatient(test.db, clinic)
    await anAppointment(test.db, clinic, other, { time: '09:30', providerId: provider.id })
    expect(await times()).toEqual(['09:00', '10:00', '10:15', '10:30'])
    await holdTime.call(test.services, other.caller(), {
      appointmentType: 'checkup',
      providerId: provider.id,
      startsAt: '2026-03-16T14:00:00Z',
    })
    expect(await times()).toEqual(['09:00', '10:30'])
    expect(await times({}, other)).toEqual(['09:00', '10:00', '10:15', '10:30'])
    test.clock.advance('PT11M')
    expect(await times()).toContain('10:15')
  })

  it('include the current time of a visit that is to be moved', async () => {
    const { id } = await anAppointment(test.db, clinic, patient, {
      date: '2026-03-17',
      providerId: provider.id,
    })
    const day = { from: '2026-03-17' }
    expect(await times(day)).not.toContain('09:15')
    expect(await times({ ...day, appointmentId: id })).toContain('09:15')
    const stranger = await aPatient(test.db, clinic)
    await expect(times({ ...day, appointmentId: id }, stranger)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('for the team exclude other visits of the patient to book, and patients name only themselves', async () => {
    const booked = await aPatient(test.db, clinic)
    await anAppointment(test.db, clinic, booked, { date: '2026-03-18', time: '09:30' })
    const day = { from: '2026-03-18' }
    const named = { ...day, patientId: booked.patientId }
    expect(await times(day, clinic.admin)).toContain('09:30')
    expect(await times(named, clinic.admin)).toEqual(['09:00', '10:00', '10:15', '10:30'])
    const unknown = { code: 'not_found' }
    await expect(times(named)).rejects.toMatchObject(unknown)
    const stranger = await aPatient(test.db, await aClinic(test.db))
    for (const patientId of [stranger.patientId, crypto.randomUUID()])
      await expect(times({ ...day, patientId }, clinic.admin)).rejects.toMatchObject(unknown)
  })

  it('begin today for the team, and after the notice for patients', async () => {
    await aProvider(test.db, clinic, { opens: '11:00', closes: '13:00' })
    const today = { from: undefined }
    expect(await times(today, clinic.admin)).toEqual(['11:15', '11:30', '11:45', '12:00', '12:15', '12:30'])
    expect(await times(today)).toEqual([])
    await test.db.asOwner(
      `update appointment_types set patients_book = 'no' where clinic_id = $1 and key = 'followup'`,
      [clinic.id],
    )
    expect(await times({ appointmentType: 'followup' })).toEqual([])
    expect(await times({ appointmentType: 'followup' }, clinic.admin)).not.toEqual([])
  })

  it('are refused for an unknown type and to users of other clinics', async () => {
    await expect(times({ appointmentType: 'surgery' })).rejects.toMatchObject({ code: 'not_found' })
    const there = await aClinic(test.db)
    await expect(
      freeTimes.call(test.services, there.admin.caller(clinic), { appointmentType: 'checkup', days: 1 }),
    ).rejects.toMatchObject({ code: 'not_allowed' })
  })
})
