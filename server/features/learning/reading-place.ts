import { sql } from 'kysely'
import type { ContentBody } from '#domain/content/body.ts'
import { AppError } from '#domain/errors.ts'
import {
  advance,
  hasSeenEnough,
  isConfirmed,
  type Progress,
  type ReadingReport,
} from '#domain/learning/completion.ts'
import type { PlayedPart } from '#domain/learning/played.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

export interface Reader {
  clinicId: string
  patientId: string
  itemId: string
  versionId: string
}

/**
 * Stores a reported place and completes a video by what was played. Role `system`. Another version starts without
 * progress and preserves the place.
 */
export async function storeReadingPlace(
  tx: Tx,
  reader: Reader,
  body: ContentBody,
  report: ReadingReport,
  at: Date,
): Promise<void> {
  const before = await lockReading(tx, reader, at)
  const now = advance(body.type, before, report)
  await tx
    .updateTable('content_readings')
    .set({
      position: report.position,
      farthest: now.farthest,
      watched: JSON.stringify(now.watched),
      updated_at: at,
    })
    .where('clinic_id', '=', reader.clinicId)
    .where('patient_id', '=', reader.patientId)
    .where('item_id', '=', reader.itemId)
    .execute()
  if (!isConfirmed(body) && hasSeenEnough(body, now)) await complete(tx, reader, at)
}

/** Whether the reader has seen enough to complete it. Role `system`. */
export async function hasSeen(tx: Tx, reader: Reader, body: ContentBody, at: Date): Promise<boolean> {
  return hasSeenEnough(body, await lockReading(tx, reader, at))
}

/** Completes a version and its assignments for a reader. Idempotent. Role `system`. */
export async function complete(tx: Tx, reader: Reader, at: Date): Promise<void> {
  const { clinicId, patientId, itemId, versionId } = reader
  await tx
    .updateTable('content_readings')
    .set({ completed_at: at })
    .where('clinic_id', '=', clinicId)
    .where('patient_id', '=', patientId)
    .where('item_id', '=', itemId)
    .where('version_id', '=', versionId)
    .where('completed_at', 'is', null)
    .execute()
  await sql`
    update public.lesson_assignments set completed_at = ${at}
     where clinic_id = ${clinicId} and patient_id = ${patientId} and item_id = ${itemId} and version_id = ${versionId}
       and completed_at is null and withdrawn_at is null and opens_at <= ${at}
    returning app.write_audit('lesson.completed', 'lesson', id::text, '{}', clinic_id, array[patient_id], null)`.execute(
    tx,
  )
}

/**
 * Locks the reading of this version, so that two tabs add up. Another version starts without progress, with the earlier
 * completion recorded.
 */
async function lockReading(tx: Tx, reader: Reader, at: Date): Promise<Progress> {
  const { clinicId, patientId, itemId, versionId } = reader
  await sql`
    insert into public.content_readings as r (clinic_id, patient_id, item_id, version_id, updated_at)
    values (${clinicId}, ${patientId}, ${itemId}, ${versionId}, ${at})
    on conflict (clinic_id, patient_id, item_id) do update
      set version_id = excluded.version_id, farthest = 0, watched = '[]', completed_at = null,
          earlier_completed_at = coalesce(r.completed_at, r.earlier_completed_at)
      where r.version_id is distinct from excluded.version_id`.execute(tx)
  const row = await tx
    .selectFrom('content_readings')
    .select(['farthest', 'watched'])
    .where('clinic_id', '=', clinicId)
    .where('patient_id', '=', patientId)
    .where('item_id', '=', itemId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { farthest: row.farthest, watched: row.watched as unknown as PlayedPart[] }
}

/**
 * The content of a readable version. Not `asSystem`.
 * @throws AppError `not_found` once it is replaced
 */
export async function bodyOf(tx: Tx, { clinicId, versionId }: Reader): Promise<ContentBody> {
  const { body } = await tx
    .selectFrom('content_versions')
    .select('body')
    .where('clinic_id', '=', clinicId)
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow(() => new AppError('not_found'))
  return body as unknown as ContentBody
}
