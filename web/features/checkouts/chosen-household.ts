import { type Household, householdInput } from '#domain/plans/household.ts'

/*
 * Whom a visitor wants to cover, for their return after making an account. In this tab only and for an hour: a date of
 * birth has no place in an address.
 */
const storageKey = 'carefold-household'
const goodForMs = 60 * 60_000

export function keepHousehold(priceId: string, household: Household, now = Date.now()): void {
  sessionStorage.setItem(storageKey, JSON.stringify({ priceId, household, keptAt: now }))
}

/** What was chosen for this price; null when nothing was, or too long ago. */
export function keptHousehold(priceId: string, now = Date.now()): Household | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
    if (kept?.priceId !== priceId || now - kept.keptAt > goodForMs) return null
    const parsed = householdInput.safeParse(kept.household)
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
