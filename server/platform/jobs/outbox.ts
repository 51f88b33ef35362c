import { sql } from 'kysely'
import type { Transactions } from '../database/transactions.ts'
import type { Logger } from '../log.ts'
import { startQueueWorker } from './queue-worker.ts'

/** Turns the rows that triggers left in `app.outbox` into notices and jobs, clinic by clinic (docs/decisions/0206). */
interface Outbox {
  /** Drains the clinics without waiting for it; a failed drain is repeated by the next poll. */
  wake(clinicIds: Iterable<string>): void
  /** Wakes all clinics with rows. */
  poll(): Promise<void>
  /** Resolves once the started drains have ended. */
  idle(): Promise<void>
  /** @returns how many rows it has removed */
  drain(clinicIds: readonly string[]): Promise<number>
  stop(): Promise<void>
}

/** Clinics drained at a time. */
const concurrency = 2

/** Rows of one transaction. */
const mostRows = 200

/** @param wakeQueue for each queue in which a drain has added a job that is due */
export function createOutbox({
  transactions,
  log,
  wakeQueue,
}: {
  transactions: Transactions
  log: Logger
  wakeQueue(name: string): void
}): Outbox {
  const waiting = new Set<string>()

  const drainClinic = async (clinicId: string): Promise<number> => {
    for (let sum = 0; ; ) {
      const [row] = await transactions.withSystemStatement('outbox', {
        sql: 'select drained, queues from app.drain_outbox($1::uuid, $2::integer)',
        params: [clinicId, String(mostRows)],
      })
      for (const name of String(row?.queues ?? '').split(' ')) if (name !== '') wakeQueue(name)
      sum += Number(row?.drained)
      if (Number(row?.drained) < mostRows) return sum
    }
  }

  const worker = startQueueWorker<string>({
    concurrency,
    async fetch(count) {
      const taken = [...waiting].slice(0, count)
      for (const clinicId of taken) waiting.delete(clinicId)
      return taken
    },
    run: (clinicId) =>
      drainClinic(clinicId).then(
        () => ({ job: clinicId }),
        (error: unknown) => {
          log.error('jobs.outbox_failed', { clinicId, error })
          return { job: clinicId, error }
        },
      ),
    settle: async () => {},
    onQueueError: (error) => log.error('jobs.outbox_failed', { error }),
  })

  const wake = (clinicIds: Iterable<string>) => {
    for (const clinicId of clinicIds) waiting.add(clinicId)
    if (waiting.size > 0) worker.wake()
  }
  const clinicsWithRows = async (): Promise<string[]> => {
    const { rows } = await transactions.withSystem('outbox', (tx) =>
      sql<{ clinicId: string }>`select distinct clinic_id as "clinicId" from app.outbox`.execute(tx),
    )
    return rows.map(({ clinicId }) => clinicId)
  }

  return {
    wake,
    poll: async () => wake(await clinicsWithRows()),
    idle: worker.idle,
    async drain(clinicIds) {
      let sum = 0
      for (const clinicId of clinicIds) sum += await drainClinic(clinicId)
      return sum
    },
    stop: worker.stop,
  }
}
