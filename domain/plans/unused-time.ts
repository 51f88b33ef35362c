import { partOf } from '../values/money.ts'

/**
 * The value of the remaining part of a period, to the millisecond, half up to the cent.
 *
 * @param period `cents` is the price of all of it
 */
export function unusedCents(period: { start: Date; end: Date; cents: number }, at: Date): number {
  const whole = period.end.getTime() - period.start.getTime()
  const left = Math.min(Math.max(period.end.getTime() - at.getTime(), 0), whole)
  return whole > 0 ? partOf(period.cents, left, whole) : 0
}
