import type { PlanKind } from '../plans/plans.ts'

export interface CommissionLine {
  kind: PlanKind | 'carried' | 'flat'
  /** Negative if refunds exceed payments; the amount carried over has either sign. */
  amountCents: number
}

/**
 * Splits a commission over plan kinds in proportion to their net revenue. Lines sum to the commission exactly: the
 * rounding remainder goes to the lines with the largest fractions (docs/domain-rules.md rule 2). Zero lines are
 * omitted.
 *
 * @param of.revenue net revenue by kind; with `carriedInCents` it sums to the statement's net revenue, which is
 * positive
 */
export function commissionLines(of: {
  commissionCents: number
  revenue: Record<PlanKind, number>
  carriedInCents: number
}): CommissionLine[] {
  const parts = [
    { kind: 'wellness' as const, cents: of.revenue.wellness },
    { kind: 'uninsured' as const, cents: of.revenue.uninsured },
    { kind: 'carried' as const, cents: of.carriedInCents },
  ].filter(({ cents }) => cents !== 0)
  const netCents = BigInt(parts.reduce((sum, { cents }) => sum + cents, 0))
  if (netCents <= 0n) throw new Error('a commission is owed for a positive net revenue only')
  const shares = parts.map(({ kind, cents }) => {
    const exact = BigInt(cents) * BigInt(of.commissionCents)
    const floor = exact / netCents - (exact % netCents < 0n ? 1n : 0n)
    return { kind, amountCents: Number(floor), remainder: exact - floor * netCents }
  })
  let left = of.commissionCents - shares.reduce((sum, { amountCents }) => sum + amountCents, 0)
  for (const share of shares.toSorted((a, b) => (a.remainder < b.remainder ? 1 : -1))) {
    if (left === 0) break
    share.amountCents++
    left--
  }
  return shares
    .filter(({ amountCents }) => amountCents !== 0)
    .map(({ kind, amountCents }) => ({ kind, amountCents }))
}
