import { AppError } from '#domain/errors.ts'
import { deleteProgramInput } from '#domain/programs/inputs.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * Removes a program from the clinic's list, or restores it. Enrolled patients continue. Idempotent.
 * @throws AppError `not_found`
 */
export const deleteProgram = action({
  name: 'delete-program',
  input: deleteProgramInput,
  access: 'content:write',
  run: (tx, ctx, { programId, isDeleted }): Promise<{ success: true }> =>
    asSystem(tx, async () => {
      const program = await tx
        .selectFrom('programs')
        .select('deleted_at')
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', programId)
        .forUpdate()
        .executeTakeFirst()
      if (!program) throw new AppError('not_found')
      if ((program.deleted_at !== null) === isDeleted) return { success: true }
      await tx
        .updateTable('programs')
        .set({ deleted_at: isDeleted ? ctx.now() : null })
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', programId)
        .execute()
      const step = isDeleted ? 'program.deleted' : 'program.brought_back'
      await audit(tx, step, { type: 'program', id: programId })
      return { success: true }
    }),
})
