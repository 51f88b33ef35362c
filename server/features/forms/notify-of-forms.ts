import { sql } from 'kysely'
import { hourMs } from '#domain/values/durations.ts'
import type { Services } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'

/** A reminder is sent this long before the visit, unless the patient was asked within a day. */
const remindMs = 48 * hourMs
const askedMs = 24 * hourMs

/**
 * Notifies patients of forms that they were asked for since the last notice, without titles. Several forms of one
 * patient are one notice. Role `system`.
 * @returns how many patients
 */
export async function notifyOfForms(
  tx: Tx,
  { notices, clock }: Pick<Services, 'notices' | 'clock'>,
  clinicId: string,
): Promise<number> {
  const rows = await tx
    .updateTable('form_requests')
    .set({ notified_at: clock.now() })
    .where('clinic_id', '=', clinicId)
    .where('notified_at', 'is', null)
    .where('signed_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .returning(['id', 'patient_id as patientId'])
    .execute()
  const people = new Map(rows.map(({ id, patientId }) => [patientId, id]))
  for (const [patientId, id] of people)
    await notices.notifyPatient(tx, { clinicId, patientId, about: 'update', key: `forms:${id}` })
  return people.size
}

/** Reminds patients of open forms two days before the visit, once per visit's time. Role `system`. */
async function remindOfForms(
  tx: Tx,
  { notices, clock }: Pick<Services, 'notices' | 'clock'>,
  clinicId: string,
): Promise<number> {
  const now = clock.now()
  const rows = await tx
    .updateTable('form_requests')
    .set({ reminded_at: now })
    .where('clinic_id', '=', clinicId)
    .where('reminded_at', 'is', null)
    .where('signed_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('notified_at', '<', new Date(now.getTime() - askedMs))
    .where('due_at', '>', now)
    .where('due_at', '<=', new Date(now.getTime() + remindMs))
    .returning(['patient_id as patientId', 'appointment_id as visitId', 'due_at as dueAt'])
    .execute()
  const people = new Map(rows.map(({ patientId, ...due }) => [patientId, due]))
  for (const [patientId, { visitId, dueAt }] of people)
    await notices.notifyPatient(tx, {
      ...{ clinicId, patientId, about: 'update' },
      key: `forms:${visitId}:${dueAt?.getTime()}`,
    })
  return people.size
}

/** Asks for the forms of visits ahead, notifies patients of new ones, and reminds patients of open ones. */
export function sendForms(services: Pick<Services, 'transactions' | 'clock' | 'notices'>) {
  const { transactions, clock } = services
  return defineJob({
    name: 'forms.send',
    cron: '*/5 * * * *',
    run: async (): Promise<JobResult> => {
      const clinics = await transactions.withSystem('job:forms.send', (tx) =>
        tx.selectFrom('forms').select('clinic_id').distinct().execute(),
      )
      let notified = 0
      let reminded = 0
      for (const { clinic_id: clinicId } of clinics)
        await transactions.withSystem('job:forms.send', async (tx) => {
          await sql`select app.ask_for_visits_ahead(${clinicId}::uuid, ${clock.now()})`.execute(tx)
          notified += await notifyOfForms(tx, services, clinicId)
          reminded += await remindOfForms(tx, services, clinicId)
        })
      return { clinics: clinics.length, notified, reminded }
    },
  })
}
