import { type PatientImportView, patientImportInput } from '#domain/patient-imports/patient-imports.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { viewImport } from './import-rows.ts'

/**
 * Returns the progress of an import of patients, with its skipped rows.
 * @returns null without an id if there is no import
 * @throws AppError `not_found`
 */
export const patientImport = action({
  name: 'patient-import',
  input: patientImportInput,
  access: 'members:import',
  async run(tx, ctx, { importId }): Promise<{ found: PatientImportView | null }> {
    return asSystem(tx, async () => {
      if (importId) return { found: await viewImport(tx, ctx.clinicId, importId, ctx.now()) }
      const newest = await tx
        .selectFrom('app.patient_imports')
        .select('id')
        .where('clinic_id', '=', ctx.clinicId)
        .orderBy('created_at', 'desc')
        .executeTakeFirst()
      return { found: newest ? await viewImport(tx, ctx.clinicId, newest.id, ctx.now()) : null }
    })
  },
})
