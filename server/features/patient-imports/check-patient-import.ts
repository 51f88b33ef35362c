import { checkPatientImportInput, type DryRun } from '#domain/patient-imports/patient-imports.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { requirePermission } from '#server/clinic/permission.ts'
import { limitCalls } from '../clinics/limit-calls.ts'
import { checkFile } from './check-file.ts'

/**
 * Returns a preview of an import of patients: each row with the cells that could not be read, similar patients and the
 * first charge of a plan; plan names without a plan; shared addresses. Writes nothing but an audit entry
 * (docs/domain-rules.md goal 10).
 * @throws AppError `not_allowed`, `second_step_required`, `rate_limited`
 */
export const checkPatientImport = outwardAction({
  name: 'check-patient-import',
  input: checkPatientImportInput,
  access: 'members:import',
  system: 'addresses are matched with accounts, which no caller reads',
  async run(ctx, file): Promise<DryRun> {
    await limitCalls(ctx, { bucket: 'import-check', key: ctx.userId, burst: 30, perSeconds: 10 })
    return ctx.transactions.withActor(ctx.caller, async (tx, actor) => {
      await requirePermission(tx, actor, 'members:import')
      return checkFile(tx, ctx, file)
    })
  },
})
