import { AppError } from '#domain/errors.ts'
import { setVisitLessonInput } from '#domain/visit-lessons/visit-lessons.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { auditLesson } from './lesson-rows.ts'

/**
 * Plans the current version of a presentation for a visit, or removes the lesson. Idempotent.
 * @returns the lesson's id; null without one
 * @throws AppError `not_found`, also if not published; `lesson_begun` for a change once slides were shown
 */
export const setVisitLesson = action({
  name: 'set-visit-lesson',
  input: setVisitLessonInput,
  access: 'appointments:write',
  async run(tx, ctx, { appointmentId, presentationId }): Promise<{ lessonId: string | null }> {
    const { clinicId } = ctx
    const visit = await asSystem(tx, () =>
      tx
        .selectFrom('appointments')
        .select(['id', 'patient_id'])
        .where('clinic_id', '=', clinicId)
        .where('id', '=', appointmentId)
        .forUpdate()
        .executeTakeFirst(),
    )
    if (!visit) throw new AppError('not_found')
    const before = await tx
      .selectFrom('visit_lessons')
      .select(['id', 'item_id', 'started_at'])
      .where('clinic_id', '=', clinicId)
      .where('appointment_id', '=', appointmentId)
      .executeTakeFirst()
    if ((before?.item_id ?? null) === presentationId) return { lessonId: before?.id ?? null }
    if (before?.started_at) throw new AppError('lesson_begun')
    const version =
      presentationId === null
        ? null
        : await tx
            .selectFrom('content_versions as v')
            .innerJoin('content_items as i', (join) =>
              join.onRef('i.clinic_id', '=', 'v.clinic_id').onRef('i.id', '=', 'v.item_id'),
            )
            .select('v.id')
            .where('v.clinic_id', '=', clinicId)
            .where('v.item_id', '=', presentationId)
            .where('v.type', '=', 'presentation')
            .where('v.superseded_at', 'is', null)
            .where('i.status', '=', 'published')
            .where('i.deleted_at', 'is', null)
            .executeTakeFirst()
    if (version === undefined) throw new AppError('not_found')
    const about = { clinicId, appointmentId, patientId: visit.patient_id }
    return asSystem(tx, async () => {
      if (before)
        await tx
          .deleteFrom('visit_lessons')
          .where('clinic_id', '=', clinicId)
          .where('id', '=', before.id)
          .execute()
      if (presentationId === null || version === null) {
        await auditLesson(tx, 'removed', about)
        return { lessonId: null }
      }
      const at = ctx.now()
      const { id: lessonId } = await tx
        .insertInto('visit_lessons')
        .values({
          clinic_id: clinicId,
          appointment_id: appointmentId,
          patient_id: visit.patient_id,
          item_id: presentationId,
          version_id: version.id,
          planned_by: ctx.userId,
          created_at: at,
          updated_at: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await auditLesson(tx, 'planned', about)
      return { lessonId }
    })
  },
})
