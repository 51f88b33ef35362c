import type { Tx } from '#server/platform/database/transactions.ts'
import { tooManyRequests } from '../errors.ts'
import { clearFailures, recordFailure, secondsUntilNextTry } from '../passwords/failures.ts'

/**
 * Per person, because an attacker with the password can request any number of challenges: after ten wrong codes within 15
 * minutes each attempt waits longer, up to a minute (docs/threats.md T20).
 */
const keyOf = (userId: string) => `second-factor:${userId}`

/** @throws AuthError 429 `over_request_rate_limit` */
export async function requireNoWait(tx: Tx, userId: string): Promise<void> {
  const seconds = await secondsUntilNextCode(tx, userId)
  if (seconds > 0) throw tooManyRequests(seconds)
}

export async function secondsUntilNextCode(tx: Tx, userId: string): Promise<number> {
  // no exemption for known networks: the attacker is signed in
  return secondsUntilNextTry(tx, keyOf(userId))
}

export async function recordWrongCode(tx: Tx, userId: string): Promise<void> {
  await recordFailure(tx, keyOf(userId))
}

export async function clearWrongCodes(tx: Tx, userId: string): Promise<void> {
  await clearFailures(tx, keyOf(userId))
}
