import type pg from 'pg'
import { AppError } from '#domain/errors.ts'
import type { Database } from './database.ts'
import { isOutage } from './outage.ts'

export interface Replica {
  database: Database
  isFresh(): boolean
}

/** Accepted staleness in milliseconds. */
export const replicaAgeMs = 1_000
/** How long callers who have written read the database itself. */
export const ownWritesSeconds = 5

const everyMs = 300

/** Measures the replica's lag by comparing log positions. */
export function watchReplica(
  primary: Pick<pg.Pool, 'query'>,
  replica: Pick<pg.Pool, 'query'>,
  now: () => number = () => performance.now(),
): { isFresh(): boolean; stop(): void } {
  let caughtUpAt = Number.NEGATIVE_INFINITY
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  const look = async () => {
    const askedAt = now()
    try {
      const { rows } = await primary.query('select pg_current_wal_lsn()::text as lsn')
      const answer = await replica.query(
        'select coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as there',
        [rows[0]?.lsn],
      )
      if (answer.rows[0]?.there) caughtUpAt = askedAt
    } catch {}
    if (isOver) return
    timer = setTimeout(look, everyMs)
    timer.unref()
  }
  void look()
  return {
    isFresh: () => now() - caughtUpAt <= replicaAgeMs,
    stop() {
      isOver = true
      clearTimeout(timer)
    },
  }
}

/** Whether the database may answer where the replica failed: it is down, cancelled the query, or lags. */
export function isOfReplica(error: unknown): boolean {
  if (isOutage(error)) return true
  // a session that was just created
  if (error instanceof AppError) return error.code === 'session_ended'
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === '40001' || code === '40P01'
}
