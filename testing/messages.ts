import type { Side } from '#domain/messages/messages.ts'
import type { TestDatabase } from './database/database.ts'
import { aPatient, type Patient, type Person, type TestClinic } from './sign-in/people.ts'

/** By default one message from the patient, else a minute apart. */
export async function aThread(
  db: TestDatabase,
  clinic: Pick<TestClinic, 'id' | 'subdomain'>,
  options: { patient?: Patient; messages?: { from: Side; body: string }[]; assigneeId?: string } = {},
): Promise<{ patientId: string; patient: Patient }> {
  const patient = options.patient ?? (await aPatient(db, clinic))
  const messages = options.messages ?? [{ from: 'patient', body: 'Is Thursday at ten possible?' }]
  const unread = messages.filter(({ from }) => from === 'patient').length
  await db.asOwner(
    `insert into message_threads (clinic_id, patient_id, last_number, last_from, last_message_at, clinic_unread,
                                  patient_unread, assignee_id)
     values ($1, $2, $3, $4, now(), $5, $6, $7)`,
    [
      clinic.id,
      patient.patientId,
      messages.length,
      messages.at(-1)?.from ?? null,
      unread,
      messages.length - unread,
      options.assigneeId ?? null,
    ],
  )
  for (const [index, { from, body }] of messages.entries()) {
    await db.asOwner(
      `insert into messages (clinic_id, patient_id, number, from_side, author_id, author_name, body, attempt, sent_at)
       values ($1, $2, $3, $4, $5, $6, $7, gen_random_uuid(), now() - make_interval(mins => $8))`,
      [
        clinic.id,
        patient.patientId,
        index + 1,
        from,
        from === 'patient' ? patient.userId : null,
        from === 'patient' ? patient.name : 'The team',
        body,
        messages.length - index,
      ],
    )
  }
  return { patientId: patient.patientId, patient }
}

/** @returns its id */
export async function aMessageNote(
  db: TestDatabase,
  clinic: Pick<TestClinic, 'id' | 'admin'>,
  patient: Pick<Patient, 'patientId'>,
  options: { author?: Pick<Person, 'userId'>; body?: string } = {},
): Promise<string> {
  const [note] = await db.asOwner<{ id: string }>(
    `insert into message_notes (clinic_id, patient_id, author_id, body, attempt, written_at)
     values ($1, $2, $3, $4, gen_random_uuid(), now()) returning id`,
    [
      clinic.id,
      patient.patientId,
      (options.author ?? clinic.admin).userId,
      options.body ?? 'Called, no answer.',
    ],
  )
  if (!note) throw new Error('no note was made')
  return note.id
}
