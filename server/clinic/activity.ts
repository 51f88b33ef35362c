import { hourMs } from '#domain/values/durations.ts'
import type { Clock } from '../platform/clock.ts'
import type { Caller, Transactions } from '../platform/database/transactions.ts'
import type { Logger } from '../platform/log.ts'

const maxKept = 20_000

/**
 * Records the use of a clinic, at most once an hour (`app.record_activity`), for "Last Active". `note` returns at once,
 * and a failure only loses the record.
 */
export interface ActivityRecorder {
  /** Call after a request of this caller has succeeded. */
  note(caller: Pick<Caller, 'userId' | 'clinic'>): void
  settled(): Promise<void>
}

export function createActivityRecorder(services: {
  transactions: Transactions
  clock: Clock
  log: Logger
}): ActivityRecorder {
  const { transactions, clock, log } = services
  const noted = new Map<string, number>()
  let running: Promise<void> = Promise.resolve()

  return {
    note({ userId, clinic }) {
      if (!userId || !clinic) return
      const key = `${userId} ${clinic}`
      const now = clock.now()
      const last = noted.get(key)
      // the development clock may be set back
      if (last !== undefined && Math.abs(now.getTime() - last) < hourMs) return
      noted.delete(key)
      if (noted.size >= maxKept) noted.delete(noted.keys().next().value ?? '')
      noted.set(key, now.getTime())
      running = running
        .then(() =>
          transactions.withSystemStatement('activity', {
            sql: 'select app.record_activity($1::uuid, $2, $3::timestamptz)',
            params: [userId, clinic, now.toISOString()],
          }),
        )
        .then(() => {})
        .catch((error: unknown) => {
          noted.delete(key)
          log.warn('activity.failed', { error })
        })
    },
    settled: () => running,
  }
}
