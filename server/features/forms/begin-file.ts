import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { type FormField, isFileAnswer, mostFiles } from '#domain/forms/forms.ts'
import { requireHealthDataAccess } from '#server/clinic/health-data.ts'
import { type Actor, asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { ownRequest } from './own-request.ts'

/**
 * Begins the form of a file that is about to be uploaded, so that its questions no longer change. The record is locked:
 * a signature waits for it.
 * @returns the id of the patient
 * @throws AppError `not_allowed` unless the patient or a guardian with full access; `email_not_confirmed`,
 * `second_step_required`; `not_found`, also for another patient's form and a question without files; `form_signed`,
 * `form_files_full`
 */
export async function beginFile(
  tx: Tx,
  actor: Actor,
  { requestId, fieldId }: { requestId: string; fieldId: string },
): Promise<string> {
  const { clinicId, patientId } = actor
  if (!clinicId || !patientId || !mayAnswer(actor)) throw new AppError('not_allowed')
  await requireHealthDataAccess(tx)
  await asSystem(tx, () =>
    tx
      .selectFrom('patients')
      .select('id')
      .where('clinic_id', '=', clinicId)
      .where('id', '=', patientId)
      // as lockOwnRecord does
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(),
  )
  const { fields, answers, signedAt } = await ownRequest(tx, clinicId, patientId, requestId)
  if (!fields.some(({ id, kind }: FormField) => id === fieldId && kind === 'file'))
    throw new AppError('not_found')
  if (signedAt) throw new AppError('form_signed')
  const answer = answers[fieldId]
  if (isFileAnswer(answer) && answer.files.length >= mostFiles) throw new AppError('form_files_full')
  await asSystem(tx, () =>
    tx
      .updateTable('form_requests')
      .set({ started_at: sql`coalesce(started_at, app.now())` })
      .where('clinic_id', '=', clinicId)
      .where('id', '=', requestId)
      .execute(),
  )
  return patientId
}

function mayAnswer({ role, guardianAccess }: Actor): boolean {
  return guardianAccess === null ? role === 'patient' : guardianAccess === 'full'
}
