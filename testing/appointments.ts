import { createHash, randomBytes } from 'node:crypto'
import type { TestDatabase } from './database/database.ts'
import { aStaffMember, type Member, type Patient, type TestClinic } from './sign-in/people.ts'

/** Each call takes the next day, which is free in all files of a process, since they share this module. */
let lastDay = Date.UTC(2040, 5, 1)
export function aFreeDay(): string {
  lastDay += 24 * 60 * 60 * 1000
  return new Date(lastDay).toISOString().slice(0, 10)
}

export function aVisitForm() {
  const when = { date: aFreeDay(), time: '09:00', duration: 30 }
  return { appointmentType: 'checkup', providerId: '', roomId: '', notes: '', ...when }
}

/** By default next Monday at nine, on the clinic's clock. */
export async function anAppointment(
  db: TestDatabase,
  clinic: Pick<TestClinic, 'id'>,
  patient: Pick<Patient, 'patientId'>,
  options: {
    date?: string
    time?: string
    type?: string
    notes?: string
    status?: string
    providerId?: string
  } = {},
): Promise<{ id: string }> {
  const {
    date = '2026-03-16',
    time = '09:00',
    type = 'checkup',
    notes = null,
    status = 'upcoming',
    providerId = null,
  } = options
  const [row] = await db.asOwner<{ id: string }>(
    `insert into appointments (clinic_id, patient_id, type, date, time, duration_minutes, notes, status, provider_id)
     values ($1, $2, $3, $4, $5, 30, $6, $7, $8) returning id`,
    [clinic.id, patient.patientId, type, date, time, notes, status, providerId],
  )
  if (!row) throw new Error('the appointment was not written')
  return row
}

/** The token of a link in a reminder of a visit. */
export async function aVisitLink(db: TestDatabase, appointmentId: string): Promise<string> {
  const token = randomBytes(16).toString('base64url')
  await db.asOwner(
    `insert into app.visit_links (clinic_id, key_hash, appointment_id, starts_at)
     select clinic_id, $2, id, starts_at from appointments where id = $1`,
    [appointmentId, createHash('sha256').update(token).digest()],
  )
  return token
}

/** By default from nine to five on every weekday. */
export async function aProvider(
  db: TestDatabase,
  clinic: TestClinic,
  options: { person?: Member; days?: readonly number[]; opens?: string; closes?: string } = {},
): Promise<{ id: string; person: Member }> {
  const { days = [1, 2, 3, 4, 5], opens = '09:00', closes = '17:00' } = options
  const person = options.person ?? (await aStaffMember(db, clinic))
  const [row] = await db.asOwner<{ id: string }>(
    'insert into providers (clinic_id, user_id, name) values ($1, $2, $3) returning id',
    [clinic.id, person.userId, person.name],
  )
  if (!row) throw new Error('the provider was not written')
  await db.asOwner(
    `insert into provider_hours (clinic_id, provider_id, day, opens, closes, valid_from)
     select $1, $2, day, $4, $5, '2020-01-01' from unnest($3::integer[]) day`,
    [clinic.id, row.id, days, opens, closes],
  )
  return { id: row.id, person }
}

export async function aScheduleException(
  db: TestDatabase,
  clinic: Pick<TestClinic, 'id'>,
  day = '2026-03-16',
): Promise<string> {
  const [row] = await db.asOwner<{ id: string }>(
    `insert into schedule_exceptions (clinic_id, kind, starts_on, ends_on) values ($1, 'off', $2, $2) returning id`,
    [clinic.id, day],
  )
  if (!row) throw new Error('the day off was not written')
  return row.id
}

export async function aRoom(
  db: TestDatabase,
  clinic: Pick<TestClinic, 'id'>,
  name = `Room ${crypto.randomUUID()}`,
): Promise<string> {
  const [row] = await db.asOwner<{ id: string }>(
    'insert into rooms (clinic_id, name) values ($1, $2) returning id',
    [clinic.id, name],
  )
  if (!row) throw new Error('the room was not written')
  return row.id
}
