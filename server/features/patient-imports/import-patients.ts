import { AppError } from '#domain/errors.ts'
import { type ChosenRow, chosenRows } from '#domain/patient-imports/chosen-rows.ts'
import { importPatientsInput, type PatientImportView } from '#domain/patient-imports/patient-imports.ts'
import { patientImportTexts } from '#domain/texts/patient-imports.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { checkFile } from './check-file.ts'
import { viewImport } from './import-rows.ts'
import { runImportJob } from './run-import.ts'

const rowsPerInsert = 200

/**
 * Imports a file of patients as a job: each row adds a record without an account, or gives an existing record what it
 * lacks (docs/decisions/0176). A row that may be an existing patient is skipped or added as `choices` say. Idempotent
 * per attempt.
 * @throws AppError `not_allowed`, `second_step_required`; `invalid_input` when no row is left
 */
export const importPatients = action({
  name: 'import-patients',
  input: importPatientsInput,
  access: 'members:import',
  system: 'addresses are matched with accounts, which no caller reads',
  async run(tx, ctx, { attempt, invites, choices, holders, ...file }): Promise<PatientImportView> {
    const { clinicId } = ctx
    const earlier = () =>
      tx
        .selectFrom('app.patient_imports')
        .select('id')
        .where('clinic_id', '=', clinicId)
        .where('attempt', '=', attempt)
        .executeTakeFirst()
    const before = await asSystem(tx, earlier)
    if (before) return asSystem(tx, () => viewImport(tx, clinicId, before.id, ctx.now()))

    const rows = chosenRows(await checkFile(tx, ctx, file), { choices, holders, invites })
    if (rows.length === 0) {
      throw new AppError('invalid_input', {
        fields: [{ path: 'rows', message: patientImportTexts.dryRun.nobody }],
      })
    }
    return asSystem(tx, async () => {
      const made = await tx
        .insertInto('app.patient_imports')
        .values({ clinic_id: clinicId, attempt, started_by: ctx.userId, invites, created_at: ctx.now() })
        .onConflict((conflict) => conflict.constraint('patient_imports_attempt_key').doNothing())
        .returning('id')
        .executeTakeFirst()
      const importId = made?.id ?? (await earlier())?.id
      if (!importId) throw new AppError('unavailable')
      if (made) {
        await storeRows(tx, clinicId, importId, rows)
        await audit(
          tx,
          'patients.import_started',
          { type: 'import', id: importId },
          { rows: rows.length, invites },
        )
        await ctx.jobs.enqueue(tx, runImportJob, { clinicId, importId })
      }
      return viewImport(tx, clinicId, importId, ctx.now())
    })
  },
})

async function storeRows(
  tx: Tx,
  clinicId: string,
  importId: string,
  rows: readonly ChosenRow[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsPerInsert) {
    await tx
      .insertInto('app.patient_import_rows')
      .values(
        rows.slice(from, from + rowsPerInsert).map((row) => ({
          clinic_id: clinicId,
          import_id: importId,
          line: row.line,
          name: row.name,
          email: row.email,
          date_of_birth: row.birthday,
          phone: row.phone,
          plan_id: row.plan?.planId ?? null,
          price_id: row.plan?.priceId ?? null,
          paid_until: row.paidUntil,
          patient_id: row.fills,
          is_new_person: row.isNewPerson,
          holds_address: row.holdsAddress,
          invitation: row.isInvited ? 'wanted' : null,
        })),
      )
      .execute()
  }
}
