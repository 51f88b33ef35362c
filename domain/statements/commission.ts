/** What a clinic owes Carefold for a month (docs/payments.md 9, docs/domain-rules.md rule 2, rule 3, rule 6). */

/** How a clinic pays Carefold; never two at once (docs/domain-rules.md choice 1). */
export type BillingPolicy = 'tier' | AgreedPolicy

/** What a clinic without a tier can agree on: the commission, or a flat fee where the law forbids a share. */
export const agreedPolicies = ['partnership', 'flat_month', 'flat_member'] as const
export type AgreedPolicy = (typeof agreedPolicies)[number]

/** What a clinic pays from a month on. */
export interface FeeAgreement {
  /** `YYYY-MM` */
  fromMonth: string
  policy: AgreedPolicy
  /** Per month, or per member and month; null under the commission. */
  feeCents: number | null
}

/** A flat fee as a statement keeps it. `members`: who paid for a plan at the month's end; null unless they are counted. */
export interface FlatFee {
  feeCents: number
  members: number | null
}

/** One line of a statement, without tax: positive for a charge, negative for a refund and for a payment lost at the bank. */
export interface RevenueLine {
  /** refund_failed: a booked refund that failed after all; positive. dispute_lost: negative. */
  kind: 'charge' | 'refund' | 'refund_failed' | 'dispute_lost'
  amountCents: number
}

/** What Stripe charges at least, in cents of any of the currencies that clinics use. */
export const smallestCommissionCents = 50

/**
 * The sums of one month. `refundsCents` is positive, and holds lost disputes. What is carried is net revenue: negative where refunds outweigh
 * payments, positive where the commission on it is too small to be charged.
 */
export interface MonthSums {
  grossCents: number
  refundsCents: number
  carriedInCents: number
  netCents: number
  commissionCents: number
  carriedOutCents: number
}

/** `netCents` x `rateBps` / 10,000, rounded half up, once per statement. Nothing is owed for a negative month. */
export function commissionCents(netCents: number, rateBps: number): number {
  if (netCents <= 0) return 0
  // bigint: the product of two safe integers need not be safe
  return Number((BigInt(netCents) * BigInt(rateBps) * 2n + 10_000n) / 20_000n)
}

/**
 * Sums up a month. Under the tier policy nothing is owed for it, under a flat fee that fee, whatever the revenue; what earlier
 * months carried then waits for the next one under the commission.
 */
export function sumUpMonth(
  lines: readonly RevenueLine[],
  terms: { carriedInCents: number; policy: BillingPolicy; rateBps: number; flatFee?: FlatFee | null },
): MonthSums {
  const grossCents = sum(lines.filter((line) => line.kind === 'charge'))
  // subtracted from 0 to avoid -0
  const refundsCents = 0 - sum(lines.filter((line) => line.kind !== 'charge'))
  const netCents = grossCents - refundsCents + terms.carriedInCents
  return {
    grossCents,
    refundsCents,
    carriedInCents: terms.carriedInCents,
    netCents,
    ...collected(netCents, terms),
  }
}

function collected(
  netCents: number,
  terms: { carriedInCents: number; policy: BillingPolicy; rateBps: number; flatFee?: FlatFee | null },
): Pick<MonthSums, 'commissionCents' | 'carriedOutCents'> {
  const { carriedInCents, policy, rateBps, flatFee } = terms
  if (policy !== 'partnership') {
    return {
      commissionCents: flatFee ? flatFee.feeCents * (flatFee.members ?? 1) : 0,
      carriedOutCents: Math.min(netCents, Math.max(0, carriedInCents)),
    }
  }
  const exact = commissionCents(netCents, rateBps)
  if (exact >= smallestCommissionCents || rateBps === 0) {
    return { commissionCents: exact, carriedOutCents: Math.min(0, netCents) }
  }
  return { commissionCents: 0, carriedOutCents: netCents }
}

/**
 * The tax in `partCents` of a total of `totalCents` that holds `taxCents` of tax, rounded half up.
 *
 * For several parts, take differences of running totals so that they add up to the whole.
 */
export function taxShare(partCents: number, totalCents: number, taxCents: number): number {
  if (totalCents <= 0 || taxCents === 0) return 0
  return Number((BigInt(partCents) * BigInt(taxCents) * 2n + BigInt(totalCents)) / (BigInt(totalCents) * 2n))
}

/** From when until when a clinic paid for a tier; `endedAt` is null while it does. */
export interface TierSpan {
  startedAt: Date
  endedAt: Date | null
}

/**
 * The policy a month is billed under: a tier that runs at the month's start, else the commission. So a change takes effect
 * with the next month, whenever it becomes known, and no month is under both.
 */
export function policyForMonth(spans: readonly TierSpan[], monthStartsAt: Date): 'tier' | 'partnership' {
  const isTier = spans.some(
    ({ startedAt, endedAt }) => startedAt <= monthStartsAt && (endedAt === null || endedAt > monthStartsAt),
  )
  return isTier ? 'tier' : 'partnership'
}

/** What was agreed for a month, the newest agreement that has begun; null: the commission. */
export function agreementForMonth(agreements: readonly FeeAgreement[], month: string): FeeAgreement | null {
  return (
    agreements
      .filter(({ fromMonth }) => fromMonth <= month)
      .toSorted((a, b) => (a.fromMonth < b.fromMonth ? -1 : 1))
      .at(-1) ?? null
  )
}

function sum(lines: readonly RevenueLine[]): number {
  return lines.reduce((total, line) => total + line.amountCents, 0)
}
