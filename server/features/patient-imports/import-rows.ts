import { AppError } from '#domain/errors.ts'
import type { PatientImportView } from '#domain/patient-imports/patient-imports.ts'
import type { SkippedReason } from '#domain/patient-imports/row-states.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/**
 * The progress of an import. Role `system`.
 * @throws AppError `not_found`
 */
export async function viewImport(tx: Tx, clinicId: string, importId: string): Promise<PatientImportView> {
  const [found, rows] = await Promise.all([
    tx
      .selectFrom('app.patient_imports')
      .select(['id', 'invites', 'finished_at'])
      .where('clinic_id', '=', clinicId)
      .where('id', '=', importId)
      .executeTakeFirst(),
    tx
      .selectFrom('app.patient_import_rows')
      .select(['line', 'state', 'name', 'email', 'skipped_why'])
      .where('clinic_id', '=', clinicId)
      .where('import_id', '=', importId)
      .orderBy('line')
      .execute(),
  ])
  if (!found) throw new AppError('not_found')
  return {
    id: found.id,
    invites: found.invites,
    isDone: found.finished_at !== null,
    total: rows.length,
    added: rows.filter(({ state }) => state === 'added').length,
    skipped: rows.flatMap(({ line, name, email, skipped_why }) =>
      skipped_why ? [{ line, name, email, reason: skipped_why as SkippedReason }] : [],
    ),
  }
}
