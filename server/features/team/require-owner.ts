import { AppError } from '#domain/errors.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/** @throws AppError `owner_only` unless the caller's active membership in this clinic has the ownership mark */
export async function requireOwner(tx: Tx, { clinicId, userId }: ClinicCtx): Promise<void> {
  const owner = await tx
    .selectFrom('clinic_memberships')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('user_id', '=', userId)
    .where('is_owner', 'is', true)
    .where('status', '=', 'active')
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!owner) throw new AppError('owner_only')
}
