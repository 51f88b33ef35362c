import type { CareTheme, PlannedVisit } from './care-plans.ts'

/** Null if no fee is given. */
export function totalFees(visits: readonly PlannedVisit[]): number | null {
  const fees = visits.flatMap(({ feeCents }) => feeCents ?? [])
  return fees.length === 0 ? null : fees.reduce((sum, fee) => sum + fee, 0)
}

/** Each category once, in the order of the plan. */
export function categoriesOf(themes: readonly CareTheme[]): string[] {
  return [...new Set(themes.map(({ category }) => category))]
}
