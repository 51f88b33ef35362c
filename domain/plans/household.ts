/** docs/domain-rules.md rules 13 and 28 */

/** People besides the payer; more is a typo. */
export const householdLimits = { adults: 6, children: 10 }

export interface Household {
  /** Whether the payer is covered as an adult, or only pays (docs/domain-rules.md rule 28). */
  isPayerCovered: boolean
  /** Besides the payer. */
  adults: number
  /** Dates of birth. */
  children: string[]
}

export const justThePayer: Household = { isPayerCovered: true, adults: 0, children: [] }

/** Recurring prices: per adult, per child, and the maximum of a household. */
export type PriceRole = 'adult' | 'child' | 'household'

/** Whole cents per period; null if the plan has no such price. */
export interface HouseholdPrices {
  amountCents: number
  childCents: number | null
  householdCents: number | null
  /** A child is younger than this on the first day of a period. */
  childAgeLimit: number
}

/** One item of the Stripe subscription. */
export interface HouseholdItem {
  role: PriceRole
  quantity: number
  unitCents: number
}

export function coversHousehold(prices: Pick<HouseholdPrices, 'childCents' | 'householdCents'>): boolean {
  return prices.childCents !== null || prices.householdCents !== null
}

/** Whole years on a date. A person born on February 29 turns a year older on March 1 of other years. */
export function ageOn(bornOn: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(bornOn.slice(0, 4))
  return day.slice(5) < bornOn.slice(5) ? years - 1 : years
}

export function isChildOn(bornOn: string, day: string, childAgeLimit: number): boolean {
  return ageOn(bornOn, day) < childAgeLimit
}

/**
 * The items of a period: the price of each adult and child, or the household's if lower. Without a price for
 * children, they pay an adult's.
 *
 * @param day the first day of the period, in the clinic's zone
 */
export function householdItems(
  prices: HouseholdPrices,
  household: Household,
  day: string,
): [HouseholdItem, ...HouseholdItem[]] {
  const { amountCents, childCents, householdCents, childAgeLimit } = prices
  const children =
    childCents === null ? 0 : household.children.filter((born) => isChildOn(born, day, childAgeLimit)).length
  const adults = (household.isPayerCovered ? 1 : 0) + household.adults + household.children.length - children
  const sumCents = adults * amountCents + children * (childCents ?? 0)
  if (householdCents !== null && adults + children > 1 && sumCents > householdCents)
    return [{ role: 'household', quantity: 1, unitCents: householdCents }]
  const adult = { role: 'adult', quantity: adults, unitCents: amountCents } as const
  const child = { role: 'child', quantity: children, unitCents: childCents ?? 0 } as const
  if (children === 0) return [adult]
  return adults === 0 ? [child] : [adult, child]
}
