/** The tax on a clinic's plans (docs/payments.md 10). */

import type { PlanKind } from '../plans/plans.ts'

export interface ClinicTax {
  name: string
  /** Parts per million: 9.975 % is 99,750. */
  ratePpm: number
  /** Included in the price; otherwise added. */
  isInclusive: boolean
}

/** A clinic's tax, and the kind of plans it applies to; null: all. */
export interface ClinicTaxRule extends ClinicTax {
  planKind: PlanKind | null
}

export function taxOnKind(rule: ClinicTaxRule | null, kind: string): ClinicTax | null {
  if (!rule) return null
  const { planKind, ...tax } = rule
  return planKind === null || planKind === kind ? tax : null
}

export const perPercent = 10_000

/** "9.975" gives 99,750; null for other than a percentage with up to four decimals. */
export function ratePpmOf(percentage: string): number | null {
  const match = /^(\d{1,2})(?:\.(\d{1,4}))?$/.exec(percentage.trim())
  if (!match) return null
  return Number(match[1]) * perPercent + Number((match[2] ?? '').padEnd(4, '0'))
}

/** 99,750 gives "9.975". */
export function percentageOf(ratePpm: number): string {
  const digits = String(ratePpm).padStart(5, '0')
  const decimals = digits.slice(-4).replace(/0+$/, '')
  return decimals ? `${digits.slice(0, -4)}.${decimals}` : digits.slice(0, -4)
}

/**
 * The tax of one invoice line in cents, added to `cents` or included in it. Rounded half up, as Stripe rounds each
 * line.
 */
export function taxOnLine(cents: number, { ratePpm, isInclusive }: ClinicTax): number {
  const divisor = isInclusive ? 1_000_000n + BigInt(ratePpm) : 1_000_000n
  const product = BigInt(cents) * BigInt(ratePpm)
  return Number((product * 2n + divisor) / (divisor * 2n))
}

/** Added tax of invoice lines, in cents; 0 if prices include the tax. */
export function taxOnTop(lines: readonly number[], tax: ClinicTax | null): number {
  if (!tax || tax.isInclusive) return 0
  return lines.reduce((sum, cents) => sum + taxOnLine(cents, tax), 0)
}

export function taxOfRow(row: {
  tax_name: string | null
  tax_rate_ppm: number | null
  tax_is_inclusive: boolean | null
}): ClinicTax | null {
  const { tax_name: name, tax_rate_ppm: ratePpm, tax_is_inclusive: isInclusive } = row
  return name !== null && ratePpm !== null && isInclusive !== null ? { name, ratePpm, isInclusive } : null
}
