import { type ClinicTier, subscriberCaps } from '#domain/clinic-tier/clinic-tier.ts'
import { AppError } from '#domain/errors.ts'
import { policyForMonth } from '#domain/statements/commission.ts'
import { localMonth, monthStart } from '#domain/statements/months.ts'
import { runningStatuses } from '#domain/subscriptions/subscriptions.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { loadTierSpans } from '#server/platform/tier-spans.ts'

/**
 * Refuses when the clinic's tier has no place left for this patient (docs/specification.md B9). Counts running
 * subscriptions and the payment pages open for others, under a lock, so that two cannot take the last place. Role
 * `system`.
 *
 * @throws AppError `clinic_full`
 */
export async function requireFreePlace(
  tx: Tx,
  clinicId: string,
  patientId: string,
  now: Date,
): Promise<void> {
  const billing = await tx
    .selectFrom('clinic_billing')
    .select(['tier', 'time_zone'])
    .where('clinic_id', '=', clinicId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const startsAt = monthStart(localMonth(now, billing.time_zone), billing.time_zone)
  const policy = policyForMonth(await loadTierSpans(tx, clinicId), startsAt)
  const cap = policy === 'tier' ? subscriberCaps[billing.tier as ClinicTier] : null
  if (cap === null) return
  const { count: running } = await tx
    .selectFrom('subscriptions')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('clinic_id', '=', clinicId)
    .where('status', 'in', [...runningStatuses])
    .executeTakeFirstOrThrow()
  const { count: joining } = await tx
    .selectFrom('app.checkouts')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('clinic_id', '=', clinicId)
    .where('state', '=', 'open')
    .where('purpose', '!=', 'tier')
    .where('subject_id', '!=', patientId)
    .executeTakeFirstOrThrow()
  if (running + joining >= cap) throw new AppError('clinic_full')
}
