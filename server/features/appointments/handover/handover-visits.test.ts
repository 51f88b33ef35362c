import { beforeEach, describe, expect, it } from 'vitest'
import type { HandoverVisits } from '#domain/handover/handover.ts'
import { anAppointment, aProvider, aRoom, aScheduleException } from '#testing/appointments.ts'
import { setUpServices } from '#testing/set-up.ts'
import {
  aClinic,
  aPatient,
  aStaffMember,
  type Member,
  type Patient,
  type TestClinic,
} from '#testing/sign-in/people.ts'
import { handoverVisits } from './handover-visits.ts'

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
  clinic = await aClinic(test.db, { timeZone: 'America/New_York' })
  desk = await aStaffMember(test.db, clinic)
  elena = await aProvider(test.db, clinic)
  maya = await aProvider(test.db, clinic)
  rosa = await aPatient(test.db, clinic)
  tom = await aPatient(test.db, clinic)
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
const listed = (input: object = {}) =>
  handoverVisits.call(test.services, desk.caller(), {
    providerId: elena.id,
    from: day,
    days: 1,
    ...input,
  }) as Promise<HandoverVisits>
describe('the visits of a provider on a day', () => {
  it('are listed with why each other provider can not take them', async () => {
    const [free, late, taken] = [
      await visit('09:00'),
      await visit('17:30'),
      await visit('10:00', { patient: tom }),
    ]
    await visit('10:15', { patient: await aPatient(test.db, clinic), provider: maya })
    // begins when the other provider's visit ends, which needs 10 minutes after it
    const beside = await visit('13:30')
    const long = await visit('13:00', { patient: await aPatient(test.db, clinic), provider: maya })
    await test.db.asOwner('update appointments set after_minutes = 10 where id = $1', [long])
    await visit('09:00', { date: '2026-03-17' })
    const special = await visit('11:00')
    await test.db.asOwner(`update appointments set type = 'therapy' where id = $1`, [special])
    await test.db.asOwner(`update providers set types = '{checkup}' where id = $1`, [maya.id])
    const { visits, providers, isOff } = await listed()
    expect(providers).toEqual([{ id: maya.id, name: maya.person.name }])
    expect(isOff).toBe(false)
    expect(visits.map(({ appointmentId, takers }) => [appointmentId, takers[maya.id]])).toEqual([
      [free, null],
      [taken, 'busy'],
      [special, 'kind'],
      [beside, 'buffer'],
      [late, 'outside'],
    ])
    await aScheduleException(test.db, clinic, day)
    expect(await listed()).toMatchObject({ isOff: true, visits: { length: 5 } })
  })

  it('get the next free times, a different one for each, when provider, room and patient are free', async () => {
    const [first, second] = [await visit('09:00'), await visit('09:30', { patient: tom })]
    const roomId = await aRoom(test.db, clinic)
    await test.db.asOwner('update appointments set room_id = $1 where id = $2', [roomId, first])
    const other = await visit('09:00', {
      provider: maya,
      date: '2026-03-17',
      patient: await aPatient(test.db, clinic),
    })
    await test.db.asOwner('update appointments set room_id = $1 where id = $2', [roomId, other])
    await visit('09:30', { provider: maya, date: '2026-03-17', patient: rosa })
    const { visits } = await listed({ freeFrom: '2026-03-17' })
    expect(visits.map(({ appointmentId, free }) => [appointmentId, free?.date, free?.time])).toEqual([
      [first, '2026-03-17', '10:00'],
      [second, '2026-03-17', '09:00'],
    ])
  })
})
