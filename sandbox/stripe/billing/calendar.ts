export type Interval = 'day' | 'week' | 'month' | 'year'

export const daySeconds = 24 * 60 * 60

/**
 * The moment `count` intervals after an anchor, as Stripe counts: from the anchor in UTC, and a day that a month
 * lacks becomes its last: 31 Jan, 28 Feb, 31 Mar, 30 Apr.
 *
 * @param anchor Unix seconds
 */
export function afterAnchor(anchor: number, interval: Interval, count: number): number {
  if (interval === 'day') return anchor + count * daySeconds
  if (interval === 'week') return anchor + count * 7 * daySeconds
  const date = new Date(anchor * 1000)
  const months = date.getUTCMonth() + (interval === 'year' ? 12 : 1) * count
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), months + 1, 0)).getUTCDate()
  const moved = Date.UTC(
    date.getUTCFullYear(),
    months,
    Math.min(date.getUTCDate(), lastDay),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  )
  return moved / 1000
}

export function nextPeriodEnd(anchor: number, interval: Interval, every: number, moment: number): number {
  let periods = 0
  let end = anchor
  while (end <= moment) {
    periods++
    end = afterAnchor(anchor, interval, periods * every)
  }
  return end
}
