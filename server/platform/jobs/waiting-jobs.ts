import { sql } from 'kysely'
import { jobSchema } from '../database/migrations.ts'
import type { Transactions } from '../database/transactions.ts'

const jobTable = sql.table(`${jobSchema}.job`)

/** The queues of `among` with a job that is due. */
export function waitingQueues(transactions: Transactions, among: string[]): Promise<string[]> {
  return transactions.withSystem('jobs', async (tx) => {
    // one index lookup each
    const { rows } = await sql<{ name: string }>`
      select q.name from unnest(${among}::text[]) as q(name)
       where exists (select from ${jobTable} j where j.name = q.name and not j.blocked
                        and j.state < 'active' and j.start_after <= now())`.execute(tx)
    return rows.map((row) => row.name)
  })
}

interface Waiting {
  /** Queues with a job that is due, without pg-boss's own. */
  queues: string[]
  /** Clinics whose outbox has rows. */
  clinics: string[]
}

/**
 * Ends the delay of waiting jobs, for tests and the development clock.
 * @returns all work that waits, from one statement, because a drain mostly finds none
 */
export function makeAllDue(transactions: Transactions, states: ('created' | 'retry')[]): Promise<Waiting> {
  return transactions.withSystem('jobs', async (tx) => {
    const { rows } = await sql<{ queue: string | null; clinic: string | null }>`
      with made_due as (
        update ${jobTable} set start_after = now()
         where state::text = any(${states}::text[]) and start_after > now()
           and name not like '\\_\\_pgboss%'
        returning name
      )
      select name as queue, null::uuid as clinic from made_due
       union
      select name, null from ${jobTable}
       where state < 'active' and start_after <= now() and name not like '\\_\\_pgboss%'
       union
      select null, clinic_id from app.outbox`.execute(tx)
    return {
      queues: rows.flatMap(({ queue }) => queue ?? []),
      clinics: rows.flatMap(({ clinic }) => clinic ?? []),
    }
  })
}
