import type pg from 'pg'
import { AppError } from '#domain/errors.ts'
import type { Database } from './database.ts'
import { isOutage } from './outage.ts'

/** A streaming replica, for reads that may be old. */
export interface Replica {
  database: Database
  /** Whether it has everything that was committed a second ago. */
  isFresh(): boolean
}

/** What it has may be that old, in milliseconds. */
export const replicaAgeMs = 1_000
/** How long somebody who has written reads the database itself: longer than the replica may be behind. */
export const ownWritesSeconds = 5

const everyMs = 300

/**
 * Knows how old the replica is: asks the database how far its log is, then the replica whether it has come as far. A replica
 * that does not answer, or is no replica, is never fresh.
 */
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
    } catch {
      // one of both is away: whoever reads hears of it
    }
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

/** Whether the database itself may answer what the replica could not: it is away, gave way to the log, or is a moment behind. */
export function isOfReplica(error: unknown): boolean {
  if (isOutage(error)) return true
  // somebody who has just signed in
  if (error instanceof AppError) return error.code === 'session_ended'
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === '40001' || code === '40P01'
}
