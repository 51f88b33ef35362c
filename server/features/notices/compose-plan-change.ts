import { formatMoney } from '#domain/money.ts'
import { paths } from '#domain/paths.ts'
import { type PlanChangeKind, planChangeMail } from '#server/emails/plan-changes.ts'
import type { NoticeContext } from './notice.ts'
import { type Decision, toPatient } from './recipients.ts'

/** To the payer: what has changed about their plan, or will. */
export async function composePlanChange({ tx, notice, clinic, page }: NoticeContext): Promise<Decision> {
  const change = await tx
    .selectFrom('subscription_changes as c')
    .innerJoin('subscriptions as s', (join) =>
      join.onRef('s.clinic_id', '=', 'c.clinic_id').onRef('s.id', '=', 'c.subscription_id'),
    )
    .innerJoin('plan_prices as r', (join) =>
      join.onRef('r.clinic_id', '=', 's.clinic_id').onRef('r.id', '=', 's.price_id'),
    )
    .select(['c.kind', 'c.state', 'c.quoted_cents', 'c.effective_at', 'c.details'])
    .select(['s.owner_patient_id', 's.ended_at', 'r.currency'])
    .where('c.clinic_id', '=', notice.clinicId)
    .where('c.id', '=', notice.subjectId)
    .executeTakeFirstOrThrow()
  if (change.state === 'undone' || change.state === 'refused') return { skipped: 'undone' }
  if (change.ended_at && change.kind !== 'leave') return { skipped: 'over' }
  const { fromCents, toCents } = (change.details ?? {}) as { fromCents?: number; toCents?: number }
  const money = (cents: number) => formatMoney(Math.abs(cents), change.currency)
  return toPatient(tx, notice.clinicId, change.owner_patient_id, (to) =>
    planChangeMail({
      to,
      clinic,
      link: page(paths.pay),
      kind: change.kind as PlanChangeKind,
      isComing: change.state === 'scheduled',
      effectiveAt: change.effective_at,
      cents: change.quoted_cents,
      amount: money(change.quoted_cents),
      prices: fromCents && toCents ? { from: money(fromCents), to: money(toCents) } : null,
    }),
  )
}
