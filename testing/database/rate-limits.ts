import type { TestDatabase } from './database.ts'

/** For the next hour: the next call is refused. */
export async function exhaustLimit(db: TestDatabase, bucket: string, key: string): Promise<void> {
  await db.asOwner(
    `insert into auth.rate_buckets (key, tokens, allowed, refilled_at) values ($1, 0, true, now() + interval '1 hour')
     on conflict (key) do update set tokens = 0, refilled_at = excluded.refilled_at`,
    [`${bucket}:${key}`],
  )
}
