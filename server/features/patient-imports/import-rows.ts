import { AppError } from '#domain/errors.ts'
import { type PatientImportView, undoImportMs } from '#domain/patient-imports/patient-imports.ts'
import type { NotInvitedReason, SkippedReason } from '#domain/patient-imports/row-states.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/**
 * The progress of an import. Role `system`.
 * @throws AppError `not_found`
 */
export async function viewImport(
  tx: Tx,
  clinicId: string,
  importId: string,
  now: Date,
): Promise<PatientImportView> {
  const [found, rows] = await Promise.all([
    tx
      .selectFrom('app.patient_imports')
      .select(['id', 'invites', 'finished_at', 'undone_at', 'removed'])
      .where('clinic_id', '=', clinicId)
      .where('id', '=', importId)
      .executeTakeFirst(),
    tx
      .selectFrom('app.patient_import_rows')
      .select(['line', 'state', 'name', 'skipped_why', 'invitation'])
      .where('clinic_id', '=', clinicId)
      .where('import_id', '=', importId)
      .orderBy('line')
      .execute(),
  ])
  if (!found) throw new AppError('not_found')
  const undoUntil = found.finished_at && new Date(found.finished_at.getTime() + undoImportMs)
  const imported = rows.filter(({ state }) => state === 'added' || state === 'filled')
  return {
    id: found.id,
    invites: found.invites,
    isDone: found.finished_at !== null,
    total: rows.length,
    added: rows.filter(({ state }) => state === 'added').length,
    filled: rows.filter(({ state }) => state === 'filled').length,
    invited: rows.filter(({ invitation }) => invitation === 'sent').length,
    skipped: rows.flatMap(({ line, name, skipped_why }) =>
      skipped_why ? [{ line, name, reason: skipped_why as SkippedReason }] : [],
    ),
    notInvited: rows.flatMap(({ line, name, state, invitation }) =>
      state === 'added' && (invitation === 'refused' || invitation === 'taken')
        ? [{ line, name, reason: invitation as NotInvitedReason }]
        : [],
    ),
    undoUntil:
      undoUntil && undoUntil > now && !found.undone_at && imported.length > 0
        ? undoUntil.toISOString()
        : null,
    undone: found.undone_at ? { removed: found.removed, stays: imported.map(({ name }) => name) } : null,
  }
}
