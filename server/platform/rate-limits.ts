import { CompiledQuery, sql } from 'kysely'
import type { Transactions, Tx } from './database/transactions.ts'
import type { TextStatement } from './pipeline/pipeline.ts'

/** Holds `burst` tokens and gains one every `perSeconds`. */
export interface RateLimit {
  burst: number
  perSeconds: number
}

export interface Bucket {
  bucket: string
  key: string
  limit: RateLimit
}

export interface Taken {
  allowed: boolean
  /** 0 when allowed. */
  retryAfterSeconds: number
}

/** By the database's clock, shared by all processes. Part of the caller's transaction: a rollback returns the token. */
export async function takeToken(tx: Tx, bucket: Bucket): Promise<Taken> {
  const { sql: text, params } = takeStatement(bucket)
  return takenOf((await tx.executeQuery<{ wait: string }>(CompiledQuery.raw(text, params))).rows)
}

/** In a separate transaction, so that a later refusal does not return the token. */
export async function takeTokenAndCommit(
  transactions: Transactions,
  { purpose, requestId }: { purpose: string; requestId: string },
  bucket: Bucket,
): Promise<Taken> {
  return takenOf(await transactions.withSystemStatement(purpose, takeStatement(bucket), { requestId }))
}

/** For an event that does not count. */
export async function returnToken(tx: Tx, { bucket, key, limit }: Bucket): Promise<void> {
  await sql`
    update auth.rate_buckets set tokens = least(${limit.burst}::float8, tokens + 1)
     where key = ${`${bucket}:${key}`}`.execute(tx)
}

/** Takes none. */
export async function secondsUntilToken(tx: Tx, { bucket, key, limit }: Bucket): Promise<number> {
  const { rows } = await sql<{ tokens: number }>`
    select least(${limit.burst}::float8, tokens
             + extract(epoch from greatest(clock_timestamp() - refilled_at, interval '0')) / ${limit.perSeconds}::float8
           )::float8 as tokens
      from auth.rate_buckets where key = ${`${bucket}:${key}`}`.execute(tx)
  const tokens = rows[0]?.tokens ?? limit.burst
  return tokens >= 1 ? 0 : Math.max(1, Math.ceil((1 - tokens) * limit.perSeconds))
}

function takeStatement({ bucket, key, limit }: Bucket): TextStatement {
  const refilled = `least($2::float8, b.tokens
    + extract(epoch from greatest(clock_timestamp() - b.refilled_at, interval '0')) / $3::float8)`
  return {
    sql: `
    insert into auth.rate_buckets as b (key, tokens, allowed, refilled_at)
    values ($1, $2::float8 - 1, true, clock_timestamp())
    on conflict (key) do update set
      allowed = ${refilled} >= 1,
      tokens = case when ${refilled} >= 1 then ${refilled} - 1 else ${refilled} end,
      refilled_at = clock_timestamp()
    returning (case when allowed then 0 else greatest(1, ceil((1 - tokens) * $3::float8)) end)::text as wait`,
    params: [`${bucket}:${key}`, String(limit.burst), String(limit.perSeconds)],
  }
}

function takenOf([row]: Record<string, unknown>[]): Taken {
  if (!row) throw new Error('a rate bucket returned nothing')
  const retryAfterSeconds = Number(row.wait)
  return { allowed: retryAfterSeconds === 0, retryAfterSeconds }
}
