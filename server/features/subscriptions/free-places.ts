import { sql } from 'kysely'
import type { ClinicTier } from '#domain/clinic-tier/clinic-tier.ts'
import { tierIncludes } from '#domain/clinic-tier/tier-features.ts'
import { AppError } from '#domain/errors.ts'
import { runningStatuses } from '#domain/subscriptions/subscriptions.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/**
 * Requires places for further people in the clinic's tier, from the tier's first day (docs/specification.md B9). Counts
 * people with a running plan and those of others' open payment pages, under a lock. Role `system`.
 * @param joining `patientId`: the payer, whose own open page is not counted
 * @throws AppError `clinic_full`
 */
export async function requireFreePlaces(
  tx: Tx,
  clinicId: string,
  joining: { patientId: string; people: number },
): Promise<void> {
  const { tier } = await tx
    .selectFrom('clinic_billing')
    .select('tier')
    .where('clinic_id', '=', clinicId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const cap = tierIncludes[tier as ClinicTier].subscribers
  if (cap === null) return
  const taken =
    (await countCoveredPeople(tx, clinicId)) + (await peoplePaying(tx, clinicId, joining.patientId))
  if (taken + joining.people > cap) throw new AppError('clinic_full')
}

/** People with a running plan, each once. Role `system`. */
export async function countCoveredPeople(tx: Tx, clinicId: string): Promise<number> {
  const { people } = await tx
    .selectFrom('subscription_members as m')
    .innerJoin('subscriptions as s', (join) =>
      join.onRef('s.clinic_id', '=', 'm.clinic_id').onRef('s.id', '=', 'm.subscription_id'),
    )
    .select((row) => row.fn.count<number>('m.patient_id').distinct().as('people'))
    .where('m.clinic_id', '=', clinicId)
    .where('m.until_on', 'is', null)
    .where('s.status', 'in', [...runningStatuses])
    .executeTakeFirstOrThrow()
  return people
}

async function peoplePaying(tx: Tx, clinicId: string, patientId: string): Promise<number> {
  const { people } = await tx
    .selectFrom('app.checkouts')
    .select(
      sql<number>`coalesce(sum(case when household is null then 1
        else jsonb_array_length(household -> 'covered') + (household ->> 'isPayerCovered')::boolean::int end), 0)::int`.as(
        'people',
      ),
    )
    .where('clinic_id', '=', clinicId)
    .where('state', '=', 'open')
    .where('purpose', '!=', 'tier')
    .where('subject_id', '!=', patientId)
    .executeTakeFirstOrThrow()
  return people
}
