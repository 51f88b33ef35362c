import { sql } from 'kysely'
import { withdrawAssignmentInput } from '#domain/assignments/inputs.ts'
import { AppError } from '#domain/errors.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * Unassigns a patient's lesson, or restores the assignment. Idempotent.
 * @throws AppError `not_found`, `lesson_completed`; `lesson_assigned_again` on restoring
 */
export const withdrawAssignment = action({
  name: 'withdraw-assignment',
  input: withdrawAssignmentInput,
  access: 'lessons:assign',
  run: (tx, ctx, { assignmentId, isWithdrawn }): Promise<{ success: true }> =>
    asSystem(tx, async () => {
      const { clinicId } = ctx
      const given = await tx
        .selectFrom('lesson_assignments')
        .select(['patient_id', 'item_id', 'session_id', 'completed_at', 'withdrawn_at'])
        .where('clinic_id', '=', clinicId)
        .where('id', '=', assignmentId)
        .forUpdate()
        .executeTakeFirst()
      if (!given) throw new AppError('not_found')
      if ((given.withdrawn_at !== null) === isWithdrawn) return { success: true }
      if (given.completed_at) throw new AppError('lesson_completed')
      if (!isWithdrawn) {
        const anew = await tx
          .selectFrom('lesson_assignments')
          .select('id')
          .where('clinic_id', '=', clinicId)
          .where('patient_id', '=', given.patient_id)
          .where('item_id', '=', given.item_id)
          .where('session_id', 'is not distinct from', given.session_id)
          .where('completed_at', 'is', null)
          .where('withdrawn_at', 'is', null)
          .executeTakeFirst()
        if (anew) throw new AppError('lesson_assigned_again')
      }
      await tx
        .updateTable('lesson_assignments')
        .set({ withdrawn_at: isWithdrawn ? ctx.now() : null })
        .where('clinic_id', '=', clinicId)
        .where('id', '=', assignmentId)
        .execute()
      const step = isWithdrawn ? 'lesson.withdrawn' : 'lesson.given_back'
      await sql`select app.write_audit(${step}, 'lesson', ${assignmentId}, '{}', ${clinicId}::uuid,
        array[${given.patient_id}::uuid], null)`.execute(tx)
      return { success: true }
    }),
})
