import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { VisitCalls } from '#domain/appointments/visit-calls.ts'
import { addRecord } from '#server/clinic/patients.ts'
import { TextRefused } from '#server/platform/sms/sms.ts'
import { anAppointment, aProvider } from '#testing/appointments.ts'
import { openTestServices, type TestServices } from '#testing/database/services.ts'
import { setDatabaseClock } from '#testing/guardians.ts'
import { aClinic, aPatient, type TestClinic } from '#testing/sign-in/people.ts'
import { remindOfVisits } from '../booking/remind-of-visits.ts'
import { markCalled } from './mark-called.ts'
import { visitCalls } from './visit-calls.ts'

let test: TestServices
let clinic: TestClinic
let failure: Error | null = null
beforeAll(async () => {
  // Tuesday, 11:00 in New York
  test = await openTestServices({
    now: '2026-03-10T15:00:00Z',
    sms: {
      kind: 'twilio',
      async send({ id }) {
        if (failure) throw failure
        return id
      },
      find: async () => null,
    },
  })
})
afterAll(() => test.close())
beforeEach(async () => {
  failure = null
  await at('2026-03-10T15:00:00Z')
  clinic = await aClinic(test.db, { timeZone: 'America/New_York' })
})

async function at(instant: string): Promise<void> {
  test.clock.setOffset(0)
  const ms = Date.parse(instant) - test.clock.now().getTime()
  test.clock.setOffset(ms)
  await setDatabaseClock(test.db, test.clock.now())
}

async function aWalkIn(known: { email?: string; phone?: string; mayText?: boolean } = {}) {
  const { email = null, phone = '+12125550147', mayText = false } = known
  return test.services.transactions.withSystem('test', async (tx) => {
    const now = test.clock.now()
    const record = await addRecord(tx, { clinicId: clinic.id, name: 'Mia Walker', email, phone, now })
    if (mayText)
      await sql`select app.record_consent(${clinic.id}::uuid, ${record.patientId}::uuid, 'sms_care', true, 'team', 'v1',
        'Words', ${now}::timestamptz)`.execute(tx)
    return record
  })
}

const read = async (by = clinic.admin.caller()) =>
  (await visitCalls.call(test.services, by, {})) as VisitCalls
const listed = async () => (await read()).calls.map(({ about, appointmentId }) => `${about} ${appointmentId}`)
const work = () => test.services.jobs.drain()

it('lists visits of the next two working days whose patient no message reaches', async () => {
  const walkIn = await aWalkIn()
  const { id } = await anAppointment(test.db, clinic, walkIn, { date: '2026-03-12' })
  await anAppointment(test.db, clinic, walkIn, { date: '2026-03-13' })
  await anAppointment(test.db, clinic, await aWalkIn({ email: 'mia@example.test' }), { date: '2026-03-12' })
  await anAppointment(test.db, clinic, await aWalkIn({ phone: '+12125550148', mayText: true }), {
    date: '2026-03-12',
  })
  await anAppointment(test.db, clinic, await aPatient(test.db, clinic), { date: '2026-03-12' })
  // booked less than a day before
  await anAppointment(test.db, clinic, await aWalkIn(), { date: '2026-03-11', time: '10:00' })
  expect(await read()).toEqual({
    until: '2026-03-12',
    offers: [],
    calls: [
      {
        appointmentId: id,
        about: 'reminder',
        startsAt: '2026-03-12T13:00:00.000Z',
        sequence: 0,
        patientId: walkIn.patientId,
        patientName: 'Mia Walker',
        phone: '+12125550147',
        timeZone: 'America/New_York',
        wasStartsAt: null,
        providerName: null,
        wasProviderName: null,
        called: null,
      },
    ],
  })
  const [recorded] = await test.db.asOwner(
    `select purpose from app.audit_log
      where action = 'record.read' and $1 = any (patient_ids) order by occurred_at desc limit 1`,
    [walkIn.patientId],
  )
  expect(recorded).toEqual({ purpose: 'visit-calls' })
})

it('counts the provider’s days, without whole days off', async () => {
  await aProvider(test.db, clinic, { days: [2, 4] })
  expect((await read()).until).toBe('2026-03-17')
  await test.db.asOwner(
    `insert into schedule_exceptions (clinic_id, kind, starts_on, ends_on) values ($1, 'off', '2026-03-12', '2026-03-12')`,
    [clinic.id],
  )
  expect((await read()).until).toBe('2026-03-19')
})

it('lists a moved and a canceled visit at any date, and each change once', async () => {
  const patient = await aWalkIn()
  const { id } = await anAppointment(test.db, clinic, patient, { date: '2026-05-04', time: '09:00' })
  await work()
  expect(await listed()).toEqual([])
  await test.db.asOwner(`update appointments set time = '10:00' where id = $1`, [id])
  await work()
  expect((await read()).calls).toMatchObject([
    {
      about: 'moved',
      startsAt: '2026-05-04T14:00:00.000Z',
      wasStartsAt: '2026-05-04T13:00:00.000Z',
      sequence: 1,
    },
  ])
  await test.db.asOwner(`update appointments set status = 'canceled' where id = $1`, [id])
  await work()
  expect(await listed()).toEqual([`canceled ${id}`])
  await test.db.asOwner(`update appointments set status = 'upcoming' where id = $1`, [id])
  await work()
  expect(await listed()).toEqual([`reopened ${id}`])
  await at('2026-05-04T18:00:00Z')
  expect(await listed()).toEqual([])
})

it('lists a visit that was handed over, with both providers, as a reminder too', async () => {
  const [elena, maya] = [await aProvider(test.db, clinic), await aProvider(test.db, clinic)]
  const patient = await aWalkIn()
  const visit = { date: '2026-03-12', providerId: elena.id }
  const { id } = await anAppointment(test.db, clinic, patient, visit)
  await work()
  await test.db.asOwner(`update appointments set provider_id = $2 where id = $1`, [id, maya.id])
  await work()
  const [call, ...others] = (await read()).calls
  expect(others).toEqual([])
  expect(call).toMatchObject({
    ...{ appointmentId: id, about: 'provider', sequence: 1, startsAt: '2026-03-12T13:00:00.000Z' },
    ...{ providerName: maya.person.name, wasProviderName: elena.person.name },
  })
  await markCalled.call(test.services, clinic.admin.caller(), {
    ...{ appointmentId: id, about: 'provider', sequence: 1, startsAt: call?.startsAt, isCalled: true },
  })
  expect((await read()).calls).toMatchObject([{ about: 'provider', called: { by: expect.any(String) } }])

  await test.db.asOwner(`update appointments set provider_id = $2, time = '10:00' where id = $1`, [
    id,
    elena.id,
  ])
  await work()
  expect((await read()).calls).toMatchObject([
    { about: 'moved', providerName: elena.person.name, wasProviderName: maya.person.name },
  ])
  // the room is nothing to call about
  await test.db.asOwner(`update appointments set duration_minutes = 45 where id = $1`, [id])
  await work()
  expect((await read()).calls.filter(({ about }) => about !== 'reminder')).toEqual([])
})

it('lists a visit whose text message did not arrive', async () => {
  const patient = await aWalkIn({ phone: '+12125550149', mayText: true })
  const { id } = await anAppointment(test.db, clinic, patient, { date: '2026-03-12' })
  await work()
  expect(await listed()).toEqual([])
  failure = new TextRefused('30006')
  await test.db.asOwner(`update appointments set time = '10:00' where id = $1`, [id])
  await work()
  expect(await listed()).toEqual([`moved ${id}`])
  const other = await aWalkIn({ phone: '+12125550150', mayText: true })
  const reminded = await anAppointment(test.db, clinic, other, { date: '2026-03-12', time: '11:00' })
  await work()
  await at('2026-03-11T16:00:00Z')
  await remindOfVisits(test.services).run({})
  await work()
  expect(await listed()).toContain(`reminder ${reminded.id}`)
})

it('lists nothing of another clinic, of former patients, and of patients without reminders', async () => {
  const former = await aWalkIn()
  await anAppointment(test.db, clinic, former, { date: '2026-03-12', time: '10:00' })
  await test.db.asOwner('update clinic_memberships set ended_at = now() where patient_id = $1', [
    former.patientId,
  ])
  const silent = await aWalkIn()
  await anAppointment(test.db, clinic, silent, { date: '2026-03-12', time: '11:00' })
  await test.services.transactions.withSystem('test', (tx) =>
    sql`select app.record_consent(${clinic.id}::uuid, ${silent.patientId}::uuid, 'appointment_reminders', false, 'team',
      'v1', 'Words', now())`.execute(tx),
  )
  await anAppointment(test.db, clinic, await aWalkIn(), { date: '2026-03-12' })
  expect(await listed()).toHaveLength(1)
  const elsewhere = await aClinic(test.db)
  expect((await read(elsewhere.admin.caller())).calls).toEqual([])
})
