import * as z from 'zod/mini'
import { type CheckedCoupon, couponDurations } from '#domain/coupons/coupons.ts'
import type { Household } from '#domain/plans/household.ts'
import { householdInput } from '#domain/plans/inputs.ts'

/*
 * Whom a visitor wants to cover and their code, for their return after making an account. In this tab only and for an hour:
 * a date of birth has no place in an address.
 */
const storageKey = 'carefold-join-choice'
const goodForMs = 60 * 60_000

interface StoredChoice {
  household: Household
  coupon: CheckedCoupon | null
}

const stored = z.object({
  priceId: z.string(),
  keptAt: z.number(),
  household: householdInput,
  coupon: z.nullable(
    z.object({
      code: z.string(),
      percent: z.nullable(z.number()),
      amountCents: z.nullable(z.number()),
      duration: z.enum(couponDurations),
      months: z.nullable(z.number()),
    }),
  ),
})

export function storeChoice(priceId: string, choice: StoredChoice, now = Date.now()): void {
  sessionStorage.setItem(storageKey, JSON.stringify({ priceId, ...choice, keptAt: now }))
}

/** What was chosen for this price; null when nothing was, or too long ago. */
export function storedChoice(priceId: string, now = Date.now()): StoredChoice | null {
  try {
    const kept = stored.parse(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'))
    return kept.priceId === priceId && now - kept.keptAt <= goodForMs ? kept : null
  } catch {
    return null
  }
}
