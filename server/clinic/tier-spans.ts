import { policyForMonth, type TierSpan } from '#domain/statements/commission.ts'
import { localMonth, monthStart } from '#domain/statements/months.ts'
import type { Tx } from '../platform/database/transactions.ts'

/** When a clinic paid for a tier, by Stripe's dates. Role `system`. */
export function loadTierSpans(tx: Tx, clinicId: string): Promise<TierSpan[]> {
  return tx
    .selectFrom('tier_subscriptions')
    .select(['started_at as startedAt', 'ended_at as endedAt'])
    .where('clinic_id', '=', clinicId)
    .execute()
}

/** The policy of the current month in the clinic's billing zone. Role `system`. */
export async function policyOfMonth(
  tx: Tx,
  clinicId: string,
  timeZone: string,
  now: Date,
): Promise<'tier' | 'partnership'> {
  const startsAt = monthStart(localMonth(now, timeZone), timeZone)
  return policyForMonth(await loadTierSpans(tx, clinicId), startsAt)
}
