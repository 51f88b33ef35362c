import { AppError } from '#domain/errors.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/**
 * The version that the caller reads: the assigned open one, else the current one, else a completed one. Not `asSystem`,
 * because row-level security decides.
 * @throws AppError `not_found`, also if neither published nor assigned
 */
export async function requireReadable(tx: Tx, clinicId: string, itemId: string): Promise<string> {
  const version = await tx
    .selectFrom('content_versions as v')
    .leftJoin('lesson_assignments as a', (join) =>
      join
        .onRef('a.clinic_id', '=', 'v.clinic_id')
        .onRef('a.item_id', '=', 'v.item_id')
        .onRef('a.version_id', '=', 'v.id'),
    )
    .select('v.id')
    .where('v.clinic_id', '=', clinicId)
    .where('v.item_id', '=', itemId)
    .orderBy((eb) => eb.and([eb('a.id', 'is not', null), eb('a.completed_at', 'is', null)]), 'desc')
    .orderBy('v.number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!version) throw new AppError('not_found')
  return version.id
}
