import { sql } from 'kysely'
import type { ContentBody } from '#domain/content/body.ts'
import { AppError } from '#domain/errors.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/**
 * Locks a lesson and returns its version's content. Role `system`.
 * @throws AppError `not_found`
 */
export async function lockLesson(tx: Tx, clinicId: string, lessonId: string) {
  const lesson = await tx
    .selectFrom('visit_lessons as l')
    .innerJoin('content_versions as v', (join) =>
      join.onRef('v.clinic_id', '=', 'l.clinic_id').onRef('v.id', '=', 'l.version_id'),
    )
    .select([
      'l.id',
      'l.appointment_id',
      'l.patient_id',
      'l.item_id',
      'l.version_id',
      'l.slide',
      'l.started_at',
      'l.ended_at',
      'v.body',
    ])
    .where('l.clinic_id', '=', clinicId)
    .where('l.id', '=', lessonId)
    .forUpdate('l')
    .executeTakeFirst()
  if (!lesson) throw new AppError('not_found')
  const { slides, questions } = lesson.body as unknown as Extract<ContentBody, { type: 'presentation' }>
  return { ...lesson, slideCount: slides.length, questions: questions.map(({ question }) => question) }
}

/** Audits an act on a visit's lesson for its patient. */
export async function auditLesson(
  tx: Tx,
  step: 'planned' | 'removed' | 'started' | 'finished',
  { clinicId, appointmentId, patientId }: { clinicId: string; appointmentId: string; patientId: string },
): Promise<void> {
  await sql`select app.write_audit(${`visit_lesson.${step}`}, 'appointment', ${appointmentId}, '{}', ${clinicId}::uuid,
    array[${patientId}::uuid], null)`.execute(tx)
}
