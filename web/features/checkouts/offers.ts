import type { PlanMoney } from '#domain/checkouts/charges.ts'
import type { ClinicTax } from '#domain/payouts/clinic-tax.ts'
import type { Place } from '#domain/plans/places.ts'
import type { PlanInterval, PlanTerms } from '#domain/plans/plans.ts'
import type { PlanPrices } from '#domain/plans/price-rows.ts'

/** A plan's prices on the join page, in cents. */
export type OfferPrice = PlanPrices

export interface Offer extends PlanTerms {
  prices: OfferPrice[]
  tax?: ClinicTax | null
  place: Place | null
}

export function moneyOf({ childAgeLimit, trialDays, tax = null }: Offer, price: OfferPrice): PlanMoney {
  return { ...price, childAgeLimit, trialDays, tax }
}

export function joinable(plans: readonly Offer[]): Offer[] {
  return plans.filter(({ prices }) => prices.length > 0)
}

export function canSwitchInterval(offers: readonly Offer[]): boolean {
  return offers.some(({ prices }) => hasInterval(prices, 'month') && hasInterval(prices, 'year'))
}

export function priceFor(offer: Offer, interval: PlanInterval): OfferPrice | undefined {
  return offer.prices.find((price) => price.interval === interval) ?? offer.prices[0]
}

/** The chosen plan and price; null if no longer offered. */
export function findChoice(
  offers: readonly Offer[],
  priceId: string | null,
): { offer: Offer; price: OfferPrice } | null {
  for (const offer of offers) {
    const price = offer.prices.find(({ id }) => id === priceId)
    if (price) return { offer, price }
  }
  return null
}

/** Cents saved per year by yearly payment; null if none or not comparable. */
export function yearlySavingCents(offer: Offer): number | null {
  const month = offer.prices.find(({ interval }) => interval === 'month')
  const year = offer.prices.find(({ interval }) => interval === 'year')
  if (!month || !year || month.currency !== year.currency) return null
  const savedCents = 12 * month.amountCents - year.amountCents
  return savedCents > 0 ? savedCents : null
}

function hasInterval(prices: readonly OfferPrice[], interval: PlanInterval): boolean {
  return prices.some((price) => price.interval === interval)
}
