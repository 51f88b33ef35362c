import * as z from 'zod/mini'
import { type CheckedCoupon, couponDurations } from '#domain/coupons/coupons.ts'
import type { Household } from '#domain/plans/household.ts'
import { householdInput } from '#domain/plans/inputs.ts'
import { deviceMs } from '#web/lib/page/clock.ts'
import { tabStore } from '#web/lib/page/stores.ts'

/*
 * A visitor's household and coupon, for their return after sign-up. In this tab and for an hour: dates of birth do not
 * belong in a URL.
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

export function storeChoice(priceId: string, choice: StoredChoice, now = deviceMs()): void {
  tabStore.setItem(storageKey, JSON.stringify({ priceId, ...choice, keptAt: now }))
}

/** The stored choice for this price; null without one or if expired. */
export function storedChoice(priceId: string, now = deviceMs()): StoredChoice | null {
  try {
    const kept = stored.parse(JSON.parse(tabStore.getItem(storageKey) ?? 'null'))
    return kept.priceId === priceId && now - kept.keptAt <= goodForMs ? kept : null
  } catch {
    return null
  }
}
