import { AppError } from '#domain/errors.ts'
import { showSlideInput } from '#domain/visit-lessons/visit-lessons.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { auditLesson, lockLesson } from './lesson-rows.ts'

/**
 * Shows a slide of a visit's lesson in all its windows; the first slide shown begins the lesson.
 * @throws AppError `not_found`; `invalid_input` for an unknown slide; `lesson_over` once finished
 */
export const showSlide = action({
  name: 'show-slide',
  input: showSlideInput,
  access: 'appointments:write',
  run: (tx, ctx, { lessonId, slide }): Promise<{ slide: number }> =>
    asSystem(tx, async () => {
      const { clinicId } = ctx
      const lesson = await lockLesson(tx, clinicId, lessonId)
      if (lesson.ended_at) throw new AppError('lesson_over')
      if (slide > lesson.slideCount) throw new AppError('invalid_input')
      if (lesson.started_at && lesson.slide === slide) return { slide }
      const at = ctx.now()
      await tx
        .updateTable('visit_lessons')
        .set({ slide, started_at: lesson.started_at ?? at, shown_by: ctx.userId, updated_at: at })
        .where('clinic_id', '=', clinicId)
        .where('id', '=', lessonId)
        .execute()
      // audits the lesson, not each of its slides
      if (!lesson.started_at)
        await auditLesson(tx, 'started', {
          clinicId,
          appointmentId: lesson.appointment_id,
          patientId: lesson.patient_id,
        })
      return { slide }
    }),
})
