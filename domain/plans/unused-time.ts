import { partOf } from '../values/money.ts'

/**
 * What the rest of a period is worth: the part of it that is left, to the millisecond, half up to the cent.
 *
 * @param period what all of it costs
 */
export function unusedCents(period: { start: Date; end: Date; cents: number }, at: Date): number {
  const whole = period.end.getTime() - period.start.getTime()
  const left = Math.min(Math.max(period.end.getTime() - at.getTime(), 0), whole)
  return whole > 0 ? partOf(period.cents, left, whole) : 0
}
