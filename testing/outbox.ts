import { sql } from 'kysely'
import type { TestDatabase } from './database/database.ts'

/** Writes the notices and jobs of all clinics' outboxes, without running the jobs. */
export async function drainOutboxes(db: TestDatabase): Promise<void> {
  await db.transactions.withSystem('test: outbox', (tx) =>
    sql`select app.drain_outbox(o.clinic_id, 1000) from (select distinct clinic_id from app.outbox) o`.execute(
      tx,
    ),
  )
}
