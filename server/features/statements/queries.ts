import { sql } from 'kysely'
import {
  agreementForMonth,
  type BillingPolicy,
  type FeeAgreement,
  policyForMonth,
  type RevenueLine,
  sumUpMonth,
  type TierSpan,
} from '#domain/statements/commission.ts'
import { localMonth, type Month, monthStart, nextMonth } from '#domain/statements/months.ts'
import { loadTierSpans } from '#server/clinic/tier-spans.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { baseAccounts, revenueKinds } from '../ledger/ledger.ts'

export interface BillingTerms {
  clinicId: string
  currency: string
  timeZone: string
  tierSpans: TierSpan[]
  /** Agreed fees for months without a tier. */
  agreements: FeeAgreement[]
  rateBps: number
  lastClosed: { month: Month; endsAt: Date; carriedOutCents: number } | null
  /** The first month without a statement; null before the first revenue. */
  firstOpenMonth: Month | null
}

export async function loadBillingTerms(tx: Tx, clinicId: string): Promise<BillingTerms> {
  const billing = await tx
    .selectFrom('clinic_billing as b')
    .innerJoin('clinics as c', 'c.id', 'b.clinic_id')
    .select(['b.rate_bps', 'b.time_zone', 'c.currency'])
    .where('b.clinic_id', '=', clinicId)
    .executeTakeFirstOrThrow()
  const last = await tx
    .selectFrom('statements')
    .select(['month', 'ends_at', 'carried_out_cents'])
    .where('clinic_id', '=', clinicId)
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst()
  const first = last
    ? undefined
    : await tx
        .selectFrom('journal')
        .select('occurred_at')
        .where('clinic_id', '=', clinicId)
        .where('kind', 'in', [...revenueKinds])
        .orderBy('occurred_at')
        .limit(1)
        .executeTakeFirst()
  return {
    clinicId,
    currency: billing.currency,
    timeZone: billing.time_zone,
    tierSpans: await loadTierSpans(tx, clinicId),
    agreements: await loadAgreements(tx, clinicId),
    rateBps: billing.rate_bps,
    lastClosed: last
      ? { month: last.month, endsAt: last.ends_at, carriedOutCents: last.carried_out_cents }
      : null,
    firstOpenMonth: last
      ? nextMonth(last.month)
      : first
        ? localMonth(first.occurred_at, billing.time_zone)
        : null,
  }
}

async function loadAgreements(tx: Tx, clinicId: string): Promise<FeeAgreement[]> {
  const rows = await tx
    .selectFrom('fee_agreements')
    .select(['from_month', 'policy', 'fee_cents'])
    .where('clinic_id', '=', clinicId)
    .execute()
  return rows.map(({ from_month, policy, fee_cents }) => ({
    fromMonth: from_month,
    policy: policy as FeeAgreement['policy'],
    feeCents: fee_cents,
  }))
}

export interface MonthPolicy {
  policy: BillingPolicy
  /** Null unless the policy is a flat fee. */
  feeCents: number | null
  /** Members who pay for a plan at `countedAt`; null unless the fee counts them. */
  members: number | null
}

/**
 * A tier takes precedence over agreements.
 * @param countedAt when members are counted: the month's end, or now
 */
export async function policyOf(
  tx: Tx,
  terms: BillingTerms,
  month: Month,
  countedAt: Date,
): Promise<MonthPolicy> {
  const isTier = policyForMonth(terms.tierSpans, monthStart(month, terms.timeZone)) === 'tier'
  const agreed = isTier ? null : agreementForMonth(terms.agreements, month)
  const policy = isTier ? 'tier' : (agreed?.policy ?? 'partnership')
  const members = policy === 'flat_member' ? await payingMembers(tx, terms.clinicId, countedAt) : null
  return { policy, feeCents: agreed?.feeCents ?? null, members }
}

async function payingMembers(tx: Tx, clinicId: string, at: Date): Promise<number> {
  const { rows } = await sql<{ members: number }>`
    select app.paying_members(${clinicId}::uuid, ${at}) as members`.execute(tx)
  return rows[0]?.members ?? 0
}

/** A month's total under its policy. */
export function sumsUnder(
  { rateBps }: Pick<BillingTerms, 'rateBps'>,
  { policy, feeCents, members }: MonthPolicy,
  lines: readonly RevenueLine[],
  carriedInCents: number,
) {
  const flatFee = feeCents === null ? null : { feeCents, members }
  return sumUpMonth(lines, { carriedInCents, policy, rateBps, flatFee })
}

/** Starts where the previous statement ends, so that a change of time zone neither skips nor repeats an instant. */
export function boundsOf(terms: BillingTerms, month: Month): { startsAt: Date; endsAt: Date } {
  const isFirstAfterClosed = terms.lastClosed && nextMonth(terms.lastClosed.month) === month
  return {
    startsAt:
      isFirstAfterClosed && terms.lastClosed ? terms.lastClosed.endsAt : monthStart(month, terms.timeZone),
    endsAt: monthStart(nextMonth(month), terms.timeZone),
  }
}

export interface DatedRevenueLine extends RevenueLine {
  journalId: number
  occurredAt: Date
}

/** A period of a tier. */
interface TierPeriod {
  isPaid: boolean
  from: Date
  until: Date
}

export async function loadTierPeriods(tx: Tx, clinicId: string): Promise<TierPeriod[]> {
  const rows = await tx
    .selectFrom('clinic_invoices')
    .select(['status', 'period_start as from', 'period_end as until'])
    .where('clinic_id', '=', clinicId)
    .where('kind', '=', 'tier')
    .execute()
  return rows.map(({ status, from, until }) => ({ isPaid: status === 'paid', from, until }))
}

/**
 * Whether a statement under a policy takes a line. Under a tier it leaves revenue of days that the tier did not pay; a
 * later statement under the commission takes it.
 */
export function takesLine(
  policy: BillingPolicy,
  periods: readonly TierPeriod[],
  { occurredAt }: { occurredAt: Date },
): boolean {
  if (policy !== 'tier') return true
  const around = periods.filter(({ from, until }) => from <= occurredAt && occurredAt < until)
  return around.length === 0 || around.some(({ isPaid }) => isPaid)
}

/** Revenue lines before `until` that are on no statement, late ones of closed months included. Oldest first. */
export async function openRevenueLines(tx: Tx, clinicId: string, until: Date): Promise<DatedRevenueLine[]> {
  const rows = await tx
    .selectFrom('journal as j')
    .innerJoin('postings as p', (join) =>
      join.onRef('p.clinic_id', '=', 'j.clinic_id').onRef('p.journal_id', '=', 'j.id'),
    )
    .select(['j.id as journalId', 'j.kind', 'j.occurred_at as occurredAt'])
    .select(sql<number>`(0 - sum(p.amount_cents))::bigint`.as('amountCents'))
    .where('j.clinic_id', '=', clinicId)
    .where('j.occurred_at', '<', until)
    .where('p.account', 'in', baseAccounts(clinicId))
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('statement_lines as l')
            .select('l.journal_id')
            .whereRef('l.clinic_id', '=', 'j.clinic_id')
            .whereRef('l.journal_id', '=', 'j.id'),
        ),
      ),
    )
    .groupBy(['j.id', 'j.kind', 'j.occurred_at'])
    .orderBy('j.occurred_at')
    .orderBy('j.id')
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as RevenueLine['kind'] }))
}

/**
 * The same for several periods.
 * @param starts rising; the last one ends the last period
 */
export async function revenueOfPeriods(tx: Tx, clinicId: string, starts: readonly Date[]): Promise<number[]> {
  const bucket = sql<number>`width_bucket(j.occurred_at, ${starts.map((at) => at.toISOString())}::timestamptz[])`
  const rows = await tx
    .selectFrom('journal as j')
    .innerJoin('postings as p', (join) =>
      join.onRef('p.clinic_id', '=', 'j.clinic_id').onRef('p.journal_id', '=', 'j.id'),
    )
    .select(bucket.as('period'))
    .select(sql<number>`(0 - sum(p.amount_cents))::bigint`.as('revenueCents'))
    .where('j.clinic_id', '=', clinicId)
    .where('p.account', 'in', baseAccounts(clinicId))
    .where('j.occurred_at', '>=', starts[0] ?? new Date(0))
    .where('j.occurred_at', '<', starts.at(-1) ?? new Date(0))
    .groupBy('period')
    .execute()
  const centsOf = new Map(rows.map(({ period, revenueCents }) => [period, revenueCents]))
  return starts.slice(1).map((_, index) => centsOf.get(index + 1) ?? 0)
}

/** Revenue without tax, less refunds, dated within a period, whether on a statement or not. */
export async function revenueBetween(tx: Tx, clinicId: string, from: Date, until: Date): Promise<number> {
  const row = await tx
    .selectFrom('journal as j')
    .innerJoin('postings as p', (join) =>
      join.onRef('p.clinic_id', '=', 'j.clinic_id').onRef('p.journal_id', '=', 'j.id'),
    )
    .select(sql<number>`(0 - coalesce(sum(p.amount_cents), 0))::bigint`.as('revenueCents'))
    .where('j.clinic_id', '=', clinicId)
    .where('p.account', 'in', baseAccounts(clinicId))
    .where('j.occurred_at', '>=', from)
    .where('j.occurred_at', '<', until)
    .executeTakeFirstOrThrow()
  return row.revenueCents
}
