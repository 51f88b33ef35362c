import { type PatientImportView, patientImportInput } from '#domain/patient-imports/patient-imports.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { viewImport } from './import-rows.ts'

/**
 * How far an import of patients is, with the rows that were left out: whom the caller's own file named.
 *
 * @returns null when the clinic has imported nothing yet and no id is given
 * @throws AppError `not_found` for an unknown and for another clinic's import, alike
 */
export const patientImport = action({
  name: 'patient-import',
  input: patientImportInput,
  access: 'members:import',
  async run(tx, ctx, { importId }): Promise<{ found: PatientImportView | null }> {
    return asSystem(tx, async () => {
      if (importId) return { found: await viewImport(tx, ctx.clinicId, importId) }
      const newest = await tx
        .selectFrom('app.patient_imports')
        .select('id')
        .where('clinic_id', '=', ctx.clinicId)
        .orderBy('created_at', 'desc')
        .executeTakeFirst()
      return { found: newest ? await viewImport(tx, ctx.clinicId, newest.id) : null }
    })
  },
})
