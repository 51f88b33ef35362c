import { addRecord } from '#server/clinic/patients.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import type { TestDatabase } from './database/database.ts'
import { aSignedInPerson, type Person, type TestClinic } from './sign-in/people.ts'

export interface Guardian {
  person: Person
  guardianshipId: string
  /** A caller for the patient; `person.caller(clinic)` calls for the guardian. */
  caller: Caller
}

/** A birthday that many whole years and a day ago. */
export function bornYearsAgo(years: number, now = new Date()): string {
  const day = new Date(Date.UTC(now.getUTCFullYear() - years, now.getUTCMonth(), now.getUTCDate() - 2))
  return day.toISOString().slice(0, 10)
}

export async function aChild(
  db: TestDatabase,
  clinic: Pick<TestClinic, 'id'>,
  options: { bornOn?: string | null; name?: string } = {},
): Promise<{ patientId: string }> {
  const { bornOn = bornYearsAgo(7), name = 'Mia Example' } = options
  const { patientId } = await db.transactions.withSystem('test: child', (tx) =>
    addRecord(tx, { clinicId: clinic.id, name, email: null, now: new Date() }),
  )
  if (bornOn) await setBirthDate(db, clinic, patientId, bornOn)
  return { patientId }
}

export async function setBirthDate(
  db: TestDatabase,
  clinic: Pick<TestClinic, 'id'>,
  patientId: string,
  bornOn: string | null,
): Promise<void> {
  await db.asOwner(
    `insert into public.patient_details (clinic_id, patient_id, date_of_birth, updated_at) values ($1, $2, $3, now())
     on conflict (clinic_id, patient_id) do update set date_of_birth = $3`,
    [clinic.id, patientId, bornOn],
  )
}

export async function aGuardian(
  db: TestDatabase,
  clinic: Pick<TestClinic, 'id' | 'subdomain' | 'admin'>,
  options: {
    patientId: string
    person?: Person
    access?: 'full' | 'limited'
    untilOn?: string
    accepted?: boolean
    ended?: boolean
  },
): Promise<Guardian> {
  const person = options.person ?? (await aSignedInPerson(db, { name: 'Greta Guardian' }))
  const [row] = await db.asOwner<{ id: string }>(
    `insert into public.patient_guardians (clinic_id, patient_id, email, full_name, user_id, access, until_on, agreed_by, added_by,
       created_at, expires_at, accepted_at, ended_at, ended_because)
     values ($1, $2, $3, 'Greta Guardian', $4, $5, $6, 'Both parents', $7, now(), now() + interval '14 days', $8, $9, $10) returning id`,
    [
      clinic.id,
      options.patientId,
      person.email,
      options.accepted === false ? null : person.userId,
      options.access ?? 'full',
      options.untilOn ?? null,
      clinic.admin.userId,
      options.accepted === false ? null : new Date(),
      options.ended ? new Date() : null,
      options.ended ? 'team' : null,
    ],
  )
  const guardianshipId = row?.id ?? ''
  return { person, guardianshipId, caller: { ...person.caller(clinic), guardianship: guardianshipId } }
}

/** The database's product clock determines a guardian's access. */
export async function setDatabaseClock(db: TestDatabase, at: string | Date): Promise<void> {
  const offset = new Date(at).getTime() - Date.now()
  await db.asOwner(
    `insert into app.settings (name, value) values ('clock_offset_ms', to_jsonb($1::bigint))
     on conflict (name) do update set value = excluded.value`,
    [offset],
  )
}
