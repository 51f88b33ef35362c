import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { type FormField, isFileAnswer, mostFiles } from '#domain/forms/forms.ts'
import { lockOwnRecord } from '#server/clinic/own-record.ts'
import { type Actor, asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { ownRequest } from './own-request.ts'

/**
 * Begins the form of a file that is about to be uploaded, so that its questions no longer change. The record is locked:
 * a signature waits for it.
 * @returns the id of the patient
 * @throws AppError `clinic_missing`; `not_allowed` unless the patient or a guardian with full access; `email_not_confirmed`,
 * `second_step_required`; `not_found`, also for another patient's form and a question without files; `form_signed`,
 * `form_files_full`
 */
export async function beginFile(
  tx: Tx,
  caller: { actor: Actor; clinicId: string; userId: string },
  { requestId, fieldId }: { requestId: string; fieldId: string },
): Promise<string> {
  const { actor, clinicId } = caller
  if (actor.guardianAccess === 'limited') throw new AppError('not_allowed')
  const { patientId } = await lockOwnRecord(tx, caller)
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
