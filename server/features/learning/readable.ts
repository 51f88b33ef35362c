import { AppError } from '#domain/errors.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/**
 * Requires content that the caller may read now; the policies decide. Not `asSystem`.
 *
 * @throws AppError `not_found` for an unknown item, one that is not published and another clinic's, alike
 */
export async function requireReadable(tx: Tx, clinicId: string, itemId: string): Promise<void> {
  const version = await tx
    .selectFrom('content_versions')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('item_id', '=', itemId)
    .where('superseded_at', 'is', null)
    .executeTakeFirst()
  if (!version) throw new AppError('not_found')
}
