/** docs/payments.md 9, docs/domain-rules.md rule 2, rule 3, rule 6 */

/** Never two at once (docs/domain-rules.md choice 1). */
export type BillingPolicy = 'tier' | AgreedPolicy

/** Options without a tier: commission, or a flat fee if the law forbids a share. */
export const agreedPolicies = ['partnership', 'flat_month', 'flat_member'] as const
export type AgreedPolicy = (typeof agreedPolicies)[number]

/** The fee from a month on. */
export interface FeeAgreement {
  /** `YYYY-MM` */
  fromMonth: string
  policy: AgreedPolicy
  /** Per month, or per member and month; null under commission. */
  feeCents: number | null
}

/** A flat fee of a statement. `members`: payers at the month's end; null unless the fee is per member. */
export interface FlatFee {
  feeCents: number
  members: number | null
}

/** Without tax: positive for a charge, negative for a refund or a payment lost in a dispute. */
export interface RevenueLine {
  /** refund_failed: reverses a booked refund; positive. dispute_lost, payment_reversed: negative. */
  kind: 'charge' | 'refund' | 'refund_failed' | 'dispute_lost' | 'payment_reversed'
  amountCents: number
}

/** Stripe's minimum charge, in cents of each clinic currency. */
export const smallestCommissionCents = 50

/**
 * Sums of one month. `refundsCents` is positive and includes lost disputes. The amount carried is net revenue:
 * negative if refunds exceed payments, positive if its commission is too small to charge.
 */
export interface MonthSums {
  grossCents: number
  refundsCents: number
  carriedInCents: number
  netCents: number
  commissionCents: number
  carriedOutCents: number
}

/** `netCents` x `rateBps` / 10,000, rounded half up, once per statement; 0 for a negative month. */
export function commissionCents(netCents: number, rateBps: number): number {
  if (netCents <= 0) return 0
  // bigint: the product of two safe integers may not be safe.
  return Number((BigInt(netCents) * BigInt(rateBps) * 2n + 10_000n) / 20_000n)
}

/**
 * Under a tier nothing is owed, under a flat fee that fee; the amount carried then waits for the next month under
 * commission.
 */
export function sumUpMonth(
  lines: readonly RevenueLine[],
  terms: { carriedInCents: number; policy: BillingPolicy; rateBps: number; flatFee?: FlatFee | null },
): MonthSums {
  const grossCents = sum(lines.filter((line) => line.kind === 'charge'))
  // Subtracted from 0 to avoid -0.
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
 * The tax in `partCents` of a total of `totalCents` with `taxCents` of tax, rounded half up.
 * For several parts, use differences of running totals, so that they sum to the whole.
 */
export function taxShare(partCents: number, totalCents: number, taxCents: number): number {
  if (totalCents <= 0 || taxCents === 0) return 0
  return Number((BigInt(partCents) * BigInt(taxCents) * 2n + BigInt(totalCents)) / (BigInt(totalCents) * 2n))
}

/** `endedAt` is null while the tier runs. */
export interface TierSpan {
  startedAt: Date
  endedAt: Date | null
}

/**
 * The tier that runs at the month's start, else commission: a change takes effect with the next month, and no month
 * has both.
 */
export function policyForMonth(spans: readonly TierSpan[], monthStartsAt: Date): 'tier' | 'partnership' {
  const isTier = spans.some(
    ({ startedAt, endedAt }) => startedAt <= monthStartsAt && (endedAt === null || endedAt > monthStartsAt),
  )
  return isTier ? 'tier' : 'partnership'
}

/** The newest agreement in effect; null: commission. */
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
