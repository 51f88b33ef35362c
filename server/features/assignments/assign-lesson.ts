import { sql } from 'kysely'
import type { Assigned } from '#domain/assignments/assignments.ts'
import { assignLessonInput } from '#domain/assignments/inputs.ts'
import { AppError } from '#domain/errors.ts'
import { assignmentTexts } from '#domain/texts/assignments.ts'
import { wallClock } from '#domain/values/zones.ts'
import { action } from '#server/clinic/action.ts'
import { clinicZone } from '#server/clinic/clinic-zone.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { notifyOfLessons } from './notify-of-lessons.ts'
import { countWithoutAccount, patientsToAssign } from './patients-to-assign.ts'

/**
 * Assigns the current version of published content to patients, or to all patients of a plan. Patients who already have
 * it open stay on their version. Notifies the others, at most once a day.
 * @throws AppError `not_found`, `content_not_published`, `invalid_input` for a day that is over
 */
export const assignLesson = action({
  name: 'assign-lesson',
  input: assignLessonInput,
  access: 'lessons:assign',
  async run(tx, ctx, { itemId, patientIds, planId, reason, dueOn }): Promise<Assigned> {
    const { clinicId } = ctx
    if (dueOn && dueOn < wallClock(ctx.now().getTime(), await clinicZone(tx, clinicId)).date)
      throw new AppError('invalid_input', {
        fields: [{ path: 'dueOn', message: assignmentTexts.validation.duePast }],
      })
    const versionId = await asSystem(tx, () => currentVersion(tx, clinicId, itemId))
    const people = await patientsToAssign(tx, clinicId, { patientIds, planId }, ctx.now())
    const withoutAccount = await countWithoutAccount(tx, clinicId, people)
    return asSystem(tx, async () => {
      const at = ctx.now()
      const { rows } = await sql<{ id: string }>`
        insert into public.lesson_assignments (clinic_id, patient_id, item_id, version_id, reason, due_on, opens_at, assigned_by,
                                               assigned_at)
        select ${clinicId}, patient, ${itemId}, ${versionId}, ${reason}, ${dueOn || null}::date, ${at}, ${ctx.userId}, ${at}
          from unnest(${people}::uuid[]) as patient
        on conflict (clinic_id, patient_id, item_id, session_id) where completed_at is null and withdrawn_at is null do nothing
        returning id, app.write_audit('lesson.assigned', 'lesson', id::text, '{}', clinic_id, array[patient_id], null)`.execute(
        tx,
      )
      if (rows.length > 0) await notifyOfLessons(tx, ctx, clinicId)
      return {
        assigned: rows.length,
        already: people.length - rows.length,
        withoutAccount,
      }
    })
  },
})

/** @throws AppError `not_found`; `content_not_published` for a draft or archived content */
export async function currentVersion(tx: Tx, clinicId: string, itemId: string): Promise<string> {
  const item = await tx
    .selectFrom('content_items as i')
    .leftJoin('content_versions as v', (join) =>
      join
        .onRef('v.clinic_id', '=', 'i.clinic_id')
        .onRef('v.item_id', '=', 'i.id')
        .on('v.superseded_at', 'is', null),
    )
    .select(['i.status', 'v.id as version_id'])
    .where('i.clinic_id', '=', clinicId)
    .where('i.id', '=', itemId)
    .where('i.deleted_at', 'is', null)
    // blocks archiving until this transaction ends; assignments survive it
    .forShare('i')
    .executeTakeFirst()
  if (!item) throw new AppError('not_found')
  if (item.status !== 'published' || !item.version_id) throw new AppError('content_not_published')
  return item.version_id
}
