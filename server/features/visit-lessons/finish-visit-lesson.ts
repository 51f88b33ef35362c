import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { finishVisitLessonInput, type LessonAnswer } from '#domain/visit-lessons/visit-lessons.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { auditLesson, lockLesson } from './lesson-rows.ts'

/**
 * Finishes the lesson of a visit and stores the patient's answers with the visit. The patient continues in the Learning
 * Center at the last slide shown. Idempotent.
 * @throws AppError `not_found`, `lesson_not_begun`; `invalid_input` unless each question has its answer
 */
export const finishVisitLesson = action({
  name: 'finish-visit-lesson',
  input: finishVisitLessonInput,
  access: 'appointments:write',
  run: (tx, ctx, { lessonId, answers }): Promise<{ success: true }> =>
    asSystem(tx, async () => {
      const { clinicId } = ctx
      const lesson = await lockLesson(tx, clinicId, lessonId)
      if (lesson.ended_at) return { success: true }
      if (!lesson.started_at) throw new AppError('lesson_not_begun')
      if (answers.length !== lesson.questions.length) throw new AppError('invalid_input')
      const at = ctx.now()
      const given: LessonAnswer[] = lesson.questions.map((question, number) => ({
        question,
        result: answers[number] ?? 'not_yet',
      }))
      await tx
        .updateTable('visit_lessons')
        .set({ ended_at: at, answers: JSON.stringify(given), updated_at: at })
        .where('clinic_id', '=', clinicId)
        .where('id', '=', lessonId)
        .execute()
      const place = lesson.slide / lesson.slideCount
      // the patient's own place stays if it is farther
      await sql`
        insert into public.content_readings as r (clinic_id, patient_id, item_id, version_id, position, farthest, updated_at)
        values (${clinicId}, ${lesson.patient_id}, ${lesson.item_id}, ${lesson.version_id}, ${place}, ${place}, ${at})
        on conflict (clinic_id, patient_id, item_id) do update
          set position = excluded.position, updated_at = excluded.updated_at,
              farthest = case when r.version_id = excluded.version_id then greatest(r.farthest, excluded.farthest)
                              else r.farthest end`.execute(tx)
      await auditLesson(tx, 'finished', {
        clinicId,
        appointmentId: lesson.appointment_id,
        patientId: lesson.patient_id,
      })
      return { success: true }
    }),
})
