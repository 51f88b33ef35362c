import { aProvider } from './appointments.ts'
import type { TestDatabase } from './database/database.ts'
import type { Patient, TestClinic } from './sign-in/people.ts'

/** For a check-up at any day and hour. */
export async function aWaitlistEntry(
  db: TestDatabase,
  clinic: Pick<TestClinic, 'id'>,
  patient: Pick<Patient, 'patientId'>,
  options: { type?: string; until?: string; providerId?: string; appointmentId?: string } = {},
): Promise<string> {
  const { type = 'checkup', until = '2050-01-01', providerId = null, appointmentId = null } = options
  const [row] = await db.asOwner<{ id: string }>(
    `insert into waitlist_entries (clinic_id, patient_id, type, until, provider_id, appointment_id)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (clinic_id, patient_id, type) where status = 'waiting' do update set until = excluded.until returning id`,
    [clinic.id, patient.patientId, type, until, providerId, appointmentId],
  )
  if (!row) throw new Error('the place in line was not written')
  return row.id
}

const dayMs = 24 * 60 * 60 * 1000
/** Each offer is on another day, because a patient cannot have two at once. */
let lastDay = Date.UTC(2040, 0, 1, 15)

/** Open without end by default, of a new provider. */
export async function anOffer(
  db: TestDatabase,
  clinic: TestClinic,
  patient: Pick<Patient, 'patientId'>,
  options: { startsAt?: string; expiresAt?: string; providerId?: string } = {},
): Promise<string> {
  lastDay += dayMs
  const { startsAt = new Date(lastDay).toISOString(), expiresAt = '2050-01-01T00:00:00Z' } = options
  const providerId = options.providerId ?? (await aProvider(db, clinic)).id
  await db.asOwner(
    `update waitlist_offers set status = 'declined' where patient_id = $1 and status = 'open'`,
    [patient.patientId],
  )
  const entryId = await aWaitlistEntry(db, clinic, patient)
  const [row] = await db.asOwner<{ id: string }>(
    `with opening as (
       insert into app.waitlist_openings (clinic_id, provider_id, opens_at, closes_at)
       values ($1, $2, $3, $3::timestamptz + interval '30 minutes') returning id
     )
     insert into waitlist_offers (clinic_id, patient_id, entry_id, opening_id, provider_id, type, starts_at, time_zone,
                                  duration_minutes, before_minutes, after_minutes, offered_at, expires_at, held_until)
     select $1, $4, $5, id, $2, 'checkup', $3, 'America/New_York', 30, 0, 0, $3, $6, $6 from opening returning id`,
    [clinic.id, providerId, startsAt, patient.patientId, entryId, expiresAt],
  )
  if (!row) throw new Error('the offer was not written')
  return row.id
}
