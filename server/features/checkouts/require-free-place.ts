import type { ClinicTier } from '#domain/clinic-tier/clinic-tier.ts'
import { tierIncludes } from '#domain/clinic-tier/tier-features.ts'
import { AppError } from '#domain/errors.ts'
import { runningStatuses } from '#domain/subscriptions/subscriptions.ts'
import { policyOfMonth } from '#server/clinic/tier-spans.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/**
 * Requires a free place in the clinic's tier (docs/specification.md B9). Counts running subscriptions and others' open
 * payment pages under a lock. Role `system`.
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
  const policy = await policyOfMonth(tx, clinicId, billing.time_zone, now)
  const cap = policy === 'tier' ? tierIncludes[billing.tier as ClinicTier].subscribers : null
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
