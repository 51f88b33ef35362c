// Each change of a visit mails an invitation to patient and provider, whichever API made it.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { invitationParts } from '#domain/appointments/calendar-file.ts'
import { mailedPath } from '#domain/mailed-links.ts'
import { bookAppointment } from '#server/features/appointments/booking/book-appointment.ts'
import { cancelAppointment } from '#server/features/appointments/booking/cancel-appointment.ts'
import { markAppointment } from '#server/features/appointments/booking/mark-appointment.ts'
import { rescheduleAppointment } from '#server/features/appointments/booking/reschedule-appointment.ts'
import { scheduleAppointment } from '#server/features/appointments/booking/schedule-appointment.ts'
import { aProvider } from '#testing/appointments.ts'
import { openTestServices, type TestServices } from '#testing/database/services.ts'
import { aClinic, aPatient, type Member, type Patient, type TestClinic } from '#testing/sign-in/people.ts'

let test: TestServices
let clinic: TestClinic
let ann: Patient
let provider: { id: string; person: Member }
beforeAll(async () => {
  test = await openTestServices({ now: '2026-03-10T15:00:00Z' })
  clinic = await aClinic(test.db, { timeZone: 'America/New_York' })
})
afterAll(() => test.close())
beforeEach(async () => {
  test.clock.setOffset(0)
  await test.services.jobs.drain()
  await test.db.asOwner('delete from app.mails')
  ann = await aPatient(test.db, clinic)
  provider = await aProvider(test.db, clinic)
})

interface Sent {
  to_address: string
  subject: string
  text_body: string
  calendar: string
}

async function mails(): Promise<Sent[]> {
  await test.services.jobs.drain()
  const rows = await test.db.asOwner<Sent>(
    `delete from app.mails where template like 'visit-%' returning to_address, subject, text_body, calendar`,
  )
  return rows.toSorted((a, b) => a.to_address.localeCompare(b.to_address, 'en-US'))
}
const to = (sent: Sent[], { email }: { email: string }) => sent.find(({ to_address }) => to_address === email)
const fieldsOf = ({ calendar }: Sent) =>
  Object.fromEntries(
    ['METHOD', 'UID', 'SEQUENCE', 'STATUS', 'DTSTART'].map((name) => [
      name,
      new RegExp(`^${name}:(.*)\r$`, 'm').exec(calendar)?.[1],
    ]),
  )

async function aBooking(): Promise<string> {
  const { appointmentId } = (await bookAppointment.call(test.services, ann.caller(), {
    appointmentType: 'therapy',
    providerId: provider.id,
    startsAt: '2026-03-16T13:00:00Z',
  })) as { appointmentId: string }
  return appointmentId
}
const moveTo = (id: string, time: string) =>
  test.db.asOwner('update appointments set time = $2, updated_at = $3 where id = $1', [
    id,
    time,
    test.clock.now(),
  ])
const form = (changes: object = {}) => ({
  appointmentType: 'therapy',
  providerId: provider.id,
  roomId: '',
  date: '2026-03-16',
  time: '09:00',
  duration: 60,
  notes: 'about the anxiety',
  ...changes,
})

describe('a visit', () => {
  it('names the clinic’s location for patients, in the mail and in the calendar', async () => {
    await test.db.asOwner(
      `insert into scheduling_settings (clinic_id, visit_address, updated_at) values ($1, '12 Main St, Brookfield', now())`,
      [clinic.id],
    )
    await aBooking()
    const mail = to(await mails(), ann)
    await test.db.asOwner('delete from scheduling_settings where clinic_id = $1', [clinic.id])
    expect(mail?.text_body).toContain(`Where: At ${clinic.name}, 12 Main St, Brookfield`)
    // lines are folded at 75 bytes, and commas escaped (RFC 5545, 3.1, 3.3.11)
    expect(mail?.calendar.replaceAll('\r\n ', '')).toContain(
      `LOCATION:At ${clinic.name}\\, 12 Main St\\, Brookfield`,
    )
  })

  // spec: B2.15 A visit is mailed when booked, moved and canceled
  it('is booked, moved by the data API and canceled: one UID, a higher SEQUENCE each time, to both', async () => {
    const id = await aBooking()
    const booked = await mails()
    expect(booked).toHaveLength(2)
    expect(to(booked, ann)?.subject).toBe('Booked: Monday, March 16, 2026 at 9:00 AM EDT')
    expect(to(booked, provider.person)?.subject).toBe('Booked: Monday, March 16, 2026 at 9:00 AM EDT')
    const origin = `http://${clinic.subdomain}.carefold.localhost:3000`
    expect(to(booked, ann)?.text_body).toContain(`${origin}${mailedPath('visit', id)}\n`)
    expect(to(booked, provider.person)?.text_body).toContain(`${origin}${mailedPath('teamVisit', id)}\n`)
    for (const mail of booked)
      expect(fieldsOf(mail)).toEqual({
        METHOD: 'REQUEST',
        UID: id,
        SEQUENCE: '0',
        STATUS: 'CONFIRMED',
        DTSTART: '20260316T130000Z',
      })

    test.clock.advance('PT1M')
    await moveTo(id, '10:00')
    const moved = await mails()
    expect(moved.map(fieldsOf)).toEqual(
      Array(2).fill({
        METHOD: 'REQUEST',
        UID: id,
        SEQUENCE: '1',
        STATUS: 'CONFIRMED',
        DTSTART: '20260316T140000Z',
      }),
    )
    expect(to(moved, ann)?.text_body).toContain('Before: Monday, March 16, 2026 at 9:00 AM EDT')

    test.clock.advance('PT1M')
    await cancelAppointment.call(test.services, clinic.admin.caller(), { appointmentId: id, reason: 'ill' })
    const canceled = await mails()
    expect(to(canceled, provider.person)?.text_body).toContain(`${origin}${mailedPath('visits')}\n`)
    expect(canceled.map(fieldsOf)).toEqual(
      Array(2).fill({
        METHOD: 'CANCEL',
        UID: id,
        SEQUENCE: '2',
        STATUS: 'CANCELLED',
        DTSTART: '20260316T140000Z',
      }),
    )
  })

  it('omits type, notes and reasons, and for the provider the patient', async () => {
    await scheduleAppointment.call(test.services, clinic.admin.caller(), {
      ...form(),
      patientId: ann.patientId,
    })
    for (const { subject, text_body, calendar } of await mails())
      expect(`${subject} ${text_body} ${calendar.replaceAll('\r\n ', '')}`).not.toMatch(/therapy|anxiety/i)
    const other = await aPatient(test.db, clinic)
    await test.db.asOwner(`update patients set full_name = 'Quirin Quill' where id = $1`, [other.patientId])
    await scheduleAppointment.call(test.services, clinic.admin.caller(), {
      ...form({ time: '11:00' }),
      patientId: other.patientId,
    })
    const toProvider = to(await mails(), provider.person)
    expect(`${toProvider?.text_body} ${toProvider?.calendar}`).not.toContain('Quirin')
  })

  it('gets one mail for several pending changes', async () => {
    const id = await aBooking()
    test.clock.advance('PT1M')
    await moveTo(id, '11:00')
    expect((await mails()).map(fieldsOf).map(({ SEQUENCE }) => SEQUENCE)).toEqual(['1', '1'])
  })

  it('with another provider mails a cancellation to the earlier one', async () => {
    const id = await aBooking()
    await mails()
    const next = await aProvider(test.db, clinic)
    test.clock.advance('PT1M')
    await rescheduleAppointment.call(test.services, clinic.admin.caller(), {
      ...form({ providerId: next.id }),
      appointmentId: id,
      version: 1,
    })
    const sent = await mails()
    expect(sent).toHaveLength(3)
    expect(fieldsOf(to(sent, provider.person) as Sent)).toMatchObject({ METHOD: 'CANCEL', SEQUENCE: '1' })
    expect(fieldsOf(to(sent, next.person) as Sent)).toMatchObject({ METHOD: 'REQUEST', SEQUENCE: '1' })
  })

  it('that arrives or ends sends no invitation', async () => {
    const id = await aBooking()
    await mails()
    test.clock.advance('P6D')
    for (const step of ['arrived', 'started', 'completed'] as const)
      await markAppointment.call(test.services, clinic.admin.caller(), { appointmentId: id, step })
    expect(await mails()).toEqual([])
  })
})

it('of a series is mailed with the others, each with its own invitation', async () => {
  await scheduleAppointment.call(test.services, clinic.admin.caller(), {
    ...form(),
    patientId: ann.patientId,
    repeat: { everyDays: 7, count: 4 },
  })
  const sent = await mails()
  expect(sent).toHaveLength(2)
  expect(to(sent, ann)?.subject).toBe('4 times are booked')
  expect(to(sent, ann)?.calendar.match(/^UID:/gm)).toHaveLength(4)
  expect(invitationParts(to(sent, ann)?.calendar ?? '').map(({ method }) => method)).toEqual(
    Array(4).fill('REQUEST'),
  )

  test.clock.advance('PT1M')
  const [first] = await test.db.asOwner<{ id: string }>(
    'select id from appointments where patient_id = $1 order by starts_at limit 1',
    [ann.patientId],
  )
  await cancelAppointment.call(test.services, clinic.admin.caller(), {
    appointmentId: first?.id ?? '',
    reason: '',
    scope: 'following',
  })
  const canceled = to(await mails(), ann)
  expect(canceled?.subject).toBe('4 times were canceled')
  const parts = invitationParts(canceled?.calendar ?? '')
  expect(parts.map(({ method }) => method)).toEqual(Array(4).fill('CANCEL'))
  expect(parts.map(({ content }) => /^SEQUENCE:(.*)\r$/m.exec(content)?.[1])).toEqual(Array(4).fill('1'))
  expect(parts.map(({ content }) => /^UID:(.*)\r$/m.exec(content)?.[1])[0]).toBe(first?.id)
})

it('is not mailed to those who switched mails off', async () => {
  await test.db.asOwner(
    `insert into contact_preferences (clinic_id, patient_id, email_notifications, updated_at) values ($1, $2, false, now())
     on conflict (clinic_id, patient_id) do update set email_notifications = false`,
    [clinic.id, ann.patientId],
  )
  await aBooking()
  expect((await mails()).map(({ to_address }) => to_address)).toEqual([provider.person.email])
})
