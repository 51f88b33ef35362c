import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/transactions.ts'
import { networkOf } from '#server/platform/http/networks.ts'
import { secondsUntilToken, takeToken } from '#server/platform/rate-limits.ts'
import type { FailureLimits } from '../context/settings.ts'
import { hashAddress } from '../http/addresses.ts'

const freeTries = 10
const forgetAfterSeconds = 15 * 60
const longestWaitSeconds = 60

/** Where wrong passwords are counted beside their address. */
export interface Crowd {
  /** Subdomain of the clinic whose page was used; null: the main site's. */
  clinic: string | null
  limits: FailureLimits
}

/**
 * How long the next try for an address has to wait: nothing for the first ten wrong passwords in a quarter of
 * an hour, then 1, 2, 4 ... at most 60 seconds; and for as long as a clinic or the whole installation is under
 * a storm of them (docs/threats.md T20). Alike for addresses nobody has.
 *
 * Never a lock that a stranger can trigger: whoever `isAtHome` need not wait.
 */
export async function secondsUntilNextTry(tx: Tx, address: string, crowd?: Crowd): Promise<number> {
  const buckets = bucketsOf(crowd).map((bucket) => secondsUntilToken(tx, bucket))
  return Math.max(...(await Promise.all([secondsForAddress(tx, address), ...buckets])))
}

/** Whether the person is signed in on this network; nobody is on no network. */
export async function isAtHome(tx: Tx, userId: string | null, network: string | null): Promise<boolean> {
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

/** Counts a wrong password. In a transaction of its own: the refusal that follows must not undo it. */
export async function recordFailure(tx: Tx, address: string, crowd?: Crowd): Promise<void> {
  await sql`
    insert into auth.sign_in_failures as f (address_hash, failures, last_failed_at)
    values (${hashAddress(address)}, 1, clock_timestamp())
    on conflict (address_hash) do update set
      failures = case when f.last_failed_at < clock_timestamp() - make_interval(secs => ${forgetAfterSeconds})
                      then 1 else f.failures + 1 end,
      last_failed_at = clock_timestamp()`.execute(tx)
  // last, because all wrong passwords wait for these rows; always in this order, so that two cannot wait for each other
  await Promise.all(bucketsOf(crowd).map((bucket) => takeToken(tx, bucket)))
}

export async function forgetFailures(tx: Tx, address: string): Promise<void> {
  await tx.deleteFrom('auth.sign_in_failures').where('address_hash', '=', hashAddress(address)).execute()
}

async function secondsForAddress(tx: Tx, address: string): Promise<number> {
  const { rows } = await sql<{ failures: number; age_seconds: number }>`
    select failures, extract(epoch from clock_timestamp() - last_failed_at)::float8 as age_seconds
      from auth.sign_in_failures where address_hash = ${hashAddress(address)}`.execute(tx)
  const row = rows[0]
  if (!row || row.failures < freeTries || row.age_seconds > forgetAfterSeconds) return 0
  const wait = Math.min(2 ** (row.failures - freeTries), longestWaitSeconds)
  return Math.max(0, Math.ceil(wait - row.age_seconds))
}

function bucketsOf(crowd?: Crowd) {
  if (!crowd) return []
  const { clinic, limits } = crowd
  return [
    ...(clinic && limits.clinic
      ? [{ bucket: 'failed-sign-ins-clinic', key: clinic, limit: limits.clinic }]
      : []),
    ...(limits.all ? [{ bucket: 'failed-sign-ins', key: 'all', limit: limits.all }] : []),
  ]
}
