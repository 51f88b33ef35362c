import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { Tx } from '../platform/database/transactions.ts'

/**
 * Refuses a single sign-on account outside of its provider's clinic, because its address proves nothing elsewhere; the
 * database refuses it too, without this error (db/migrations/0013_single_sign_on.sql). Role `system`.
 * @param clinicId the clinic to join; null: a new one
 * @throws AppError `single_sign_on_elsewhere`
 */
export async function requireOwnAddress(tx: Tx, userId: string, clinicId: string | null): Promise<void> {
  const account = await tx
    .selectFrom('auth.users')
    .select(
      sql<string | null>`app.clinic_of('sso_provider', auth.users.sso_provider_id::text)`.as('clinic_id'),
    )
    .where('auth.users.id', '=', userId)
    .where('auth.users.is_sso', '=', true)
    .executeTakeFirst()
  if (account && account.clinic_id !== clinicId) throw new AppError('single_sign_on_elsewhere')
}
