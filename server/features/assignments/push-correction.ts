import { sql } from 'kysely'
import { pushCorrectionInput } from '#domain/assignments/inputs.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { currentVersion } from './assign-lesson.ts'
import { notifyOfLessons } from './notify-of-lessons.ts'

/**
 * Moves patients' open assignments of older versions of a lesson to the current version (docs/domain-rules.md rule 42).
 * Completed assignments stay; with `asksAgain`, their patients are assigned the current version too.
 * @returns how many patients have something new to read
 * @throws AppError `not_found`, `content_not_published`
 */
export const pushCorrection = action({
  name: 'push-correction',
  input: pushCorrectionInput,
  access: 'lessons:assign',
  run: (tx, ctx, { itemId, asksAgain }): Promise<{ changed: number }> =>
    asSystem(tx, async () => {
      const { clinicId } = ctx
      const versionId = await currentVersion(tx, clinicId, itemId)
      const at = ctx.now()
      const moved = await sql<{ id: string }>`
        update public.lesson_assignments set version_id = ${versionId}, notified_at = null
         where clinic_id = ${clinicId} and item_id = ${itemId} and version_id <> ${versionId}
           and completed_at is null and withdrawn_at is null
        returning id, app.write_audit('lesson.corrected', 'lesson', id::text, '{}', clinic_id, array[patient_id], null)`.execute(
        tx,
      )
      const asked = asksAgain
        ? await sql<{ id: string }>`
            insert into public.lesson_assignments (clinic_id, patient_id, item_id, version_id, reason, opens_at, assigned_by,
                                                   assigned_at)
            select distinct on (a.patient_id) a.clinic_id, a.patient_id, a.item_id, ${versionId}::uuid, a.reason, ${at}::timestamptz,
                   ${ctx.userId}::uuid, ${at}::timestamptz
              from public.lesson_assignments a
             where a.clinic_id = ${clinicId} and a.item_id = ${itemId} and a.completed_at is not null and a.withdrawn_at is null
               and not exists (select from public.lesson_assignments n
                                where n.clinic_id = a.clinic_id and n.item_id = a.item_id and n.patient_id = a.patient_id
                                  and n.version_id = ${versionId} and n.withdrawn_at is null)
             order by a.patient_id, a.completed_at desc
            on conflict (clinic_id, patient_id, item_id, session_id) where completed_at is null and withdrawn_at is null do nothing
            returning id, app.write_audit('lesson.assigned', 'lesson', id::text, '{}', clinic_id, array[patient_id], null)`.execute(
            tx,
          )
        : { rows: [] }
      const changed = moved.rows.length + asked.rows.length
      if (changed > 0) await notifyOfLessons(tx, ctx, clinicId)
      return { changed }
    }),
})
