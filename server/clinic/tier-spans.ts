import type { TierSpan } from '#domain/statements/commission.ts'
import type { Tx } from '../platform/database/transactions.ts'

/** When a clinic paid for a tier, by Stripe's dates. Role `system`. */
export function loadTierSpans(tx: Tx, clinicId: string): Promise<TierSpan[]> {
  return tx
    .selectFrom('tier_subscriptions')
    .select(['started_at as startedAt', 'ended_at as endedAt'])
    .where('clinic_id', '=', clinicId)
    .execute()
}
