import type { Tx } from '#server/platform/database/transactions.ts'
import { tooManyRequests } from '../errors.ts'
import { forgetFailures, recordFailure, secondsUntilNextTry } from '../passwords/failures.ts'

/**
 * Whoever has the password could ask for challenge after challenge: wrong codes are counted for the person, and after
 * ten in a quarter of an hour each next try waits longer, up to a minute (docs/threats.md T20).
 */
const keyOf = (userId: string) => `second-factor:${userId}`

/** @throws AuthError 429 `over_request_rate_limit` */
export async function requireNoWait(tx: Tx, userId: string): Promise<void> {
  const seconds = await secondsUntilWrongCodesAllow(tx, userId)
  if (seconds > 0) throw tooManyRequests(seconds)
}

export async function secondsUntilWrongCodesAllow(tx: Tx, userId: string): Promise<number> {
  // no network is trusted here: the one who tries is signed in, on whatever network
  return secondsUntilNextTry(tx, keyOf(userId))
}

export async function recordWrongCode(tx: Tx, userId: string): Promise<void> {
  await recordFailure(tx, keyOf(userId))
}

export async function forgetWrongCodes(tx: Tx, userId: string): Promise<void> {
  await forgetFailures(tx, keyOf(userId))
}
