/** docs/domain-rules.md rule 19, goal 6 */
import { formatPrice } from '../values/money.ts'
import type { Household } from './household.ts'
import { coversHousehold, type HouseholdPrices, householdItems } from './household.ts'
import type { PlanInterval } from './plans.ts'

interface HsaCap {
  year: number
  /** Per month, for one person. */
  onePersonCents: number
  /** Per month, for several. */
  householdCents: number
}

/** Indexed each year, newest first. 2026: OBBBA section 71308, IRS Notice 2026-5. */
export const hsaCaps: readonly [HsaCap, ...HsaCap[]] = [
  { year: 2026, onePersonCents: 15_000, householdCents: 30_000 },
]

export function hsaCapOf(year: number): HsaCap {
  return hsaCaps.find((cap) => cap.year <= year) ?? hsaCaps[0]
}

/** Must not be bundled with primary care: anesthesia, prescription drugs, external labs. */
const bundled =
  /\b(an(a)?esthe\w*|surger(y|ies)|prescription\w*|medications?|drugs?|pharmacy|lab(s|orator(y|ies))?\b|imaging|mri)\b/i

export type HsaProblem =
  | { because: 'one_person_cap' | 'household_cap'; capCents: number; interval: PlanInterval }
  | { because: 'bundled'; line: string }
  | { because: 'not_periodic' }

/**
 * Why a plan does not qualify; empty outside the United States and for uninsured services, which are not primary
 * care.
 * A household's plan without a maximum price is checked with two adults.
 */
export function hsaProblems(
  plan: Omit<HouseholdPrices, 'childAgeLimit'> & {
    kind: 'wellness' | 'uninsured'
    interval: PlanInterval
    currency: string
    includes: readonly string[]
    enrolmentCents: number | null
  },
  year: number,
): HsaProblem[] {
  if (plan.currency !== 'usd' || plan.kind !== 'wellness') return []
  const months = plan.interval === 'year' ? 12 : 1
  const cap = hsaCapOf(year)
  const problems: HsaProblem[] = []
  const { interval } = plan
  if (plan.amountCents > cap.onePersonCents * months)
    problems.push({ because: 'one_person_cap', capCents: cap.onePersonCents * months, interval })
  if (coversHousehold(plan) && (plan.householdCents ?? 2 * plan.amountCents) > cap.householdCents * months)
    problems.push({ because: 'household_cap', capCents: cap.householdCents * months, interval })
  const line = plan.includes.find((each) => bundled.test(each))
  if (line) problems.push({ because: 'bundled', line })
  if (plan.enrolmentCents) problems.push({ because: 'not_periodic' })
  return problems
}

export type HsaFit = {
  /** Of the cap: may be an earlier year than the current one. */
  year: number
  isHousehold: boolean
  /** Per month. A yearly fee counts a twelfth, rounded to the cent. */
  feeCents: number
  capCents: number
} & ({ standing: 'within' | 'above' | 'not_periodic' } | { standing: 'bundled'; line: string })

/**
 * Whether the monthly fee of the selected people is within the cap (docs/domain-rules.md rule 19, goal 2), before tax
 * and without coupons. Null outside the United States, for uninsured services, and for no people.
 *
 * @param day the first day of the period, in the clinic's zone
 */
export function hsaFit(
  plan: HouseholdPrices & {
    kind: 'wellness' | 'uninsured'
    interval: PlanInterval
    currency: string
    includes: readonly string[]
    enrolmentCents: number | null
  },
  household: Household,
  day: string,
): HsaFit | null {
  const people = (household.isPayerCovered ? 1 : 0) + household.adults + household.children.length
  if (plan.currency !== 'usd' || plan.kind !== 'wellness' || people === 0) return null
  const months = plan.interval === 'year' ? 12 : 1
  const cap = hsaCapOf(Number(day.slice(0, 4)))
  const capCents = people > 1 ? cap.householdCents : cap.onePersonCents
  const fee = householdItems(plan, household, day).reduce(
    (sum, item) => sum + item.quantity * item.unitCents,
    0,
  )
  const fit = {
    year: cap.year,
    isHousehold: people > 1,
    feeCents: Math.round(fee / months),
    capCents,
  }
  if (fee > capCents * months) return { ...fit, standing: 'above' }
  const line = plan.includes.find((each) => bundled.test(each))
  if (line !== undefined) return { ...fit, standing: 'bundled', line }
  return { ...fit, standing: plan.enrolmentCents ? 'not_periodic' : 'within' }
}

/** "$150 a month". */
export function hsaCapText({ capCents, interval }: { capCents: number; interval: PlanInterval }): string {
  return `${formatPrice(capCents, 'usd')} a ${interval}`
}
