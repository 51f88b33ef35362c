import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#server/platform/doors.ts'
import { householdOf } from './sessions/device.ts'

/** A bucket of `burst` tokens that gains one every `perSeconds`. */
export interface RateLimit {
  burst: number
  perSeconds: number
}

/**
 * Takes one token out of a bucket shared by all processes, judged by the database's clock.
 *
 * The taking commits with the transaction: use one of its own, or a later refusal gives the token back.
 */
export async function takeToken(
  tx: Tx,
  { bucket, key, limit }: { bucket: string; key: string; limit: RateLimit },
): Promise<{ allowed: boolean; retryAfterSeconds: number }> {
  const { burst, perSeconds } = limit
  const refilled = sql<number>`least(${burst}::float8, b.tokens
    + extract(epoch from greatest(clock_timestamp() - b.refilled_at, interval '0')) / ${perSeconds}::float8)`
  const { rows } = await sql<{ allowed: boolean; tokens: number }>`
    insert into auth.rate_buckets as b (key, tokens, allowed, refilled_at)
    values (${`${bucket}:${key}`}, ${burst}::float8 - 1, true, clock_timestamp())
    on conflict (key) do update set
      allowed = ${refilled} >= 1,
      tokens = case when ${refilled} >= 1 then ${refilled} - 1 else ${refilled} end,
      refilled_at = clock_timestamp()
    returning allowed, tokens`.execute(tx)
  const row = rows[0]
  if (!row) throw new Error('a rate bucket returned nothing')
  return {
    allowed: row.allowed,
    retryAfterSeconds: row.allowed ? 0 : Math.max(1, Math.ceil((1 - row.tokens) * perSeconds)),
  }
}

/** Under which key a network address is counted; all without one share a key. */
export function networkKey(address: string | null): string {
  return householdOf(address) || 'unknown'
}

/** How long until the bucket has a token again; takes none. */
export async function secondsUntilToken(
  tx: Tx,
  { bucket, key, limit }: { bucket: string; key: string; limit: RateLimit },
): Promise<number> {
  const { rows } = await sql<{ tokens: number }>`
    select least(${limit.burst}::float8, tokens
             + extract(epoch from greatest(clock_timestamp() - refilled_at, interval '0')) / ${limit.perSeconds}::float8
           )::float8 as tokens
      from auth.rate_buckets where key = ${`${bucket}:${key}`}`.execute(tx)
  const tokens = rows[0]?.tokens ?? limit.burst
  return tokens >= 1 ? 0 : Math.max(1, Math.ceil((1 - tokens) * limit.perSeconds))
}

/** How an address is kept where it may belong to a stranger. */
export function addressHash(address: string): Buffer {
  return createHash('sha256').update(address.trim().toLowerCase()).digest()
}
