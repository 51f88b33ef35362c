import { dayMs } from '../values/durations.ts'

interface Expiry {
  /** 1 to 12 */
  month: number
  year: number
}

/** Days before a card's last day on which its owner is notified. */
export const expiryNoticeDays = 30

/** The instant after a card's last day, the end of its month. In UTC, because banks' clocks differ. */
export function expiresAt({ month, year }: Expiry): Date {
  return new Date(Date.UTC(year, month, 1))
}

export function cardState(card: Expiry, now: Date): 'good' | 'expires soon' | 'expired' {
  const left = expiresAt(card).getTime() - now.getTime()
  if (left <= 0) return 'expired'
  return left <= expiryNoticeDays * dayMs ? 'expires soon' : 'good'
}

export function expiringMonths(now: Date): Expiry[] {
  const month = (at: Date) => ({ month: at.getUTCMonth() + 1, year: at.getUTCFullYear() })
  const later = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
  return [month(now), month(later)].filter((each) => cardState(each, now) === 'expires soon')
}
