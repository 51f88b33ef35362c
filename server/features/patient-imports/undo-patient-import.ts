import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { type PatientImportView, undoImportInput } from '#domain/patient-imports/patient-imports.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { viewImport } from './import-rows.ts'

/**
 * Undoes an import of patients, within one hour of its end: deletes the records that were not used since, with their
 * open invitations, and empties what was completed. Others stay and are named (docs/decisions/0176). Idempotent.
 * @throws AppError `not_allowed`, `second_step_required`, `not_found`; `import_not_undoable` while it runs, and later
 */
export const undoPatientImport = action({
  name: 'undo-patient-import',
  input: undoImportInput,
  access: 'members:import',
  async run(tx, ctx, { importId }): Promise<PatientImportView> {
    const { clinicId } = ctx
    const now = ctx.now()
    return asSystem(tx, async () => {
      await tx
        .selectFrom('app.patient_imports')
        .select('id')
        .where('clinic_id', '=', clinicId)
        .where('id', '=', importId)
        .forUpdate()
        .execute()
      const before = await viewImport(tx, clinicId, importId, now)
      if (before.undone) return before
      if (!before.undoUntil) throw new AppError('import_not_undoable')
      const { rows } = await sql<{ removed: number }>`
        select app.undo_import(${clinicId}::uuid, ${importId}::uuid, ${now}) as removed`.execute(tx)
      const removed = rows[0]?.removed ?? 0
      await tx
        .updateTable('app.patient_imports')
        .set({ undone_at: now, undone_by: ctx.userId, removed })
        .where('clinic_id', '=', clinicId)
        .where('id', '=', importId)
        .execute()
      await audit(tx, 'patients.import_undone', { type: 'import', id: importId }, { removed })
      return viewImport(tx, clinicId, importId, now)
    })
  },
})
