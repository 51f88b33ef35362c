import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../platform/database/transactions.ts'

/**
 * The address that a user has confirmed with Carefold, in lower case; null without one, and for an account of a
 * clinic's identity provider (`app.proven_addresses`, docs/decisions/0146). Role `system`.
 */
export async function provenAddress(tx: Tx, userId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('app.proven_addresses')
    .select('address')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.address ?? null
}

/**
 * The accounts with a valid address in a clinic: confirmed with Carefold, or asserted by the clinic's identity provider
 * at a proven domain. Role `system`.
 * @param addresses lower case
 */
export function accountsAt(
  clinicId: string,
  addresses: readonly string[],
): RawBuilder<{ user_id: string; address: string }> {
  const wanted = sql`any (${[...addresses]}::text[])`
  return sql`(select p.user_id, p.address from app.proven_addresses p where p.address = ${wanted}
              union all
              select v.user_id, v.address from app.vouched_addresses v
               where v.clinic_id = ${clinicId} and v.address = ${wanted})`
}
