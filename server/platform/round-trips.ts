import { channel } from 'node:diagnostics_channel'

/** The statements sent together, and the time until all were answered. */
export interface RoundTrip {
  statements: number
  ms: number
}

/** Without a subscriber nothing is measured. */
export const roundTrips = channel('carefold.database.round-trip')

export async function measured<T>(statements: number, exchange: () => Promise<T>): Promise<T> {
  if (!roundTrips.hasSubscribers) return exchange()
  const since = performance.now()
  try {
    return await exchange()
  } finally {
    roundTrips.publish({ statements, ms: performance.now() - since } satisfies RoundTrip)
  }
}
