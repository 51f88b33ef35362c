import { paths } from '#domain/paths.ts'
import { formatMoney } from '#domain/values/money.ts'
import { type PlanChangeKind, planChangeMail } from '#server/emails/plan-changes.ts'
import type { NoticeContext } from '../notice.ts'
import { type Decision, toPatient } from '../recipients.ts'

/** To the payer: a change of the plan, now or later. */
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
  const {
    fromCents,
    toCents,
    missingCents = 0,
    waived,
  } = (change.details ?? {}) as {
    fromCents?: number
    toCents?: number
    missingCents?: number
    waived?: { cents: number }
  }
  // without refunds that failed
  const cents = change.quoted_cents + missingCents
  const money = (cents: number) => formatMoney(Math.abs(cents), change.currency)
  return toPatient(tx, notice.clinicId, change.owner_patient_id, (to) =>
    planChangeMail({
      to,
      clinic,
      link: page(paths.pay),
      kind: change.kind as PlanChangeKind,
      isComing: change.state === 'scheduled',
      effectiveAt: change.effective_at,
      cents,
      amount: money(cents),
      waived: waived && waived.cents > 0 ? money(waived.cents) : null,
      missing: missingCents > 0 ? money(missingCents) : null,
      prices: fromCents && toCents ? { from: money(fromCents), to: money(toCents) } : null,
    }),
  )
}
