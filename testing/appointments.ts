import type { TestDatabase } from './database.ts'
import type { Patient, TestClinic } from './people.ts'

/** A visit of a patient, next Monday at nine unless said otherwise, on the clinic's clock. */
export async function anAppointment(
  db: TestDatabase,
  clinic: Pick<TestClinic, 'id'>,
  patient: Pick<Patient, 'patientId'>,
  options: { date?: string; time?: string; type?: string; notes?: string; status?: string } = {},
): Promise<{ id: string }> {
  const { date = '2026-03-16', time = '09:00', type = 'checkup', notes = null, status = 'upcoming' } = options
  const [row] = await db.asOwner<{ id: string }>(
    `insert into appointments (clinic_id, patient_id, type, date, time, duration_minutes, notes, status)
     values ($1, $2, $3, $4, $5, 30, $6, $7) returning id`,
    [clinic.id, patient.patientId, type, date, time, notes, status],
  )
  if (!row) throw new Error('the appointment was not written')
  return row
}
