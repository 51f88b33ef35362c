import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { endEnrollmentInput } from '#domain/programs/inputs.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * Ends a patient's enrollment in a program and withdraws its open lessons; completed lessons stay. Idempotent.
 * @throws AppError `not_found`
 */
export const endEnrollment = action({
  name: 'end-enrollment',
  input: endEnrollmentInput,
  access: 'lessons:assign',
  run: (tx, ctx, { enrollmentId }): Promise<{ success: true }> =>
    asSystem(tx, async () => {
      const { clinicId } = ctx
      const enrollment = await tx
        .selectFrom('program_enrollments')
        .select(['patient_id', 'program_id', 'ended_at'])
        .where('clinic_id', '=', clinicId)
        .where('id', '=', enrollmentId)
        .forUpdate()
        .executeTakeFirst()
      if (!enrollment) throw new AppError('not_found')
      if (enrollment.ended_at) return { success: true }
      await tx
        .updateTable('program_enrollments')
        .set({ ended_at: ctx.now() })
        .where('clinic_id', '=', clinicId)
        .where('id', '=', enrollmentId)
        .execute()
      await tx
        .updateTable('lesson_assignments')
        .set({ withdrawn_at: ctx.now() })
        .where('clinic_id', '=', clinicId)
        .where('enrollment_id', '=', enrollmentId)
        .where('completed_at', 'is', null)
        .where('withdrawn_at', 'is', null)
        .execute()
      await sql`select app.write_audit('program.ended', 'program', ${enrollment.program_id}, '{}', ${clinicId}::uuid,
        array[${enrollment.patient_id}::uuid], null)`.execute(tx)
      return { success: true }
    }),
})
