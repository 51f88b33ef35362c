import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/transactions.ts'
import { networkOf } from '#server/platform/http/networks.ts'
import { secondsUntilToken, takeToken } from '#server/platform/rate-limits.ts'
import type { FailureLimits } from '../context/settings.ts'
import { hashAddress } from '../http/addresses.ts'

const freeAttempts = 10
const forgetAfterSeconds = 15 * 60
const longestWaitSeconds = 60

/** Counters that wrong passwords for different addresses share. */
export interface SharedCounters {
  /** Subdomain of the clinic whose page was used; null: the main site's. */
  clinic: string | null
  limits: FailureLimits
}

/**
 * Seconds to wait: 0 for the first ten wrong passwords within 15 minutes, then 1, 2, 4 ... at most 60; and while a clinic or
 * the whole installation is over its limit (docs/threats.md T20). The same for unknown addresses. Callers exempt people on a
 * network where they are signed in (`isOnKnownNetwork`), so strangers cannot lock them out.
 */
export async function secondsUntilNextTry(tx: Tx, address: string, shared?: SharedCounters): Promise<number> {
  const buckets = bucketsOf(shared).map((bucket) => secondsUntilToken(tx, bucket))
  return Math.max(...(await Promise.all([secondsForAddress(tx, address), ...buckets])))
}

export async function isOnKnownNetwork(
  tx: Tx,
  userId: string | null,
  network: string | null,
): Promise<boolean> {
  if (!userId || !network) return false
  const sessions = await tx
    .selectFrom('auth.sessions')
    .select('ip')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute()
  return sessions.some(({ ip }) => networkOf(ip) === networkOf(network))
}

/** The transaction must commit, although the request is refused. */
export async function recordFailure(tx: Tx, address: string, shared?: SharedCounters): Promise<void> {
  await sql`
    insert into auth.sign_in_failures as f (address_hash, failures, last_failed_at)
    values (${hashAddress(address)}, 1, clock_timestamp())
    on conflict (address_hash) do update set
      failures = case when f.last_failed_at < clock_timestamp() - make_interval(secs => ${forgetAfterSeconds})
                      then 1 else f.failures + 1 end,
      last_failed_at = clock_timestamp()`.execute(tx)
  // last, because all wrong passwords lock these rows; in a fixed order, so that two cannot deadlock
  await Promise.all(bucketsOf(shared).map((bucket) => takeToken(tx, bucket)))
}

export async function clearFailures(tx: Tx, address: string): Promise<void> {
  await tx.deleteFrom('auth.sign_in_failures').where('address_hash', '=', hashAddress(address)).execute()
}

async function secondsForAddress(tx: Tx, address: string): Promise<number> {
  const { rows } = await sql<{ failures: number; age_seconds: number }>`
    select failures, extract(epoch from clock_timestamp() - last_failed_at)::float8 as age_seconds
      from auth.sign_in_failures where address_hash = ${hashAddress(address)}`.execute(tx)
  const row = rows[0]
  if (!row || row.failures < freeAttempts || row.age_seconds > forgetAfterSeconds) return 0
  const wait = Math.min(2 ** (row.failures - freeAttempts), longestWaitSeconds)
  return Math.max(0, Math.ceil(wait - row.age_seconds))
}

function bucketsOf(shared?: SharedCounters) {
  if (!shared) return []
  const { clinic, limits } = shared
  return [
    ...(clinic && limits.clinic
      ? [{ bucket: 'failed-sign-ins-clinic', key: clinic, limit: limits.clinic }]
      : []),
    ...(limits.all ? [{ bucket: 'failed-sign-ins', key: 'all', limit: limits.all }] : []),
  ]
}
