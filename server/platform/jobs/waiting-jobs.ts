import { sql } from 'kysely'
import { jobSchema } from '../database/migrations.ts'
import type { Transactions } from '../database/transactions.ts'

/** Without pg-boss's own queues. @param among one index lookup each; null: all */
export function waitingQueues(transactions: Transactions, among: string[] | null): Promise<string[]> {
  const job = sql.table(`${jobSchema}.job`)
  const isDue = sql`state < 'active' and start_after <= now()`
  return transactions.withSystem('jobs', async (tx) => {
    const { rows } = await (among
      ? sql<{ name: string }>`
          select q.name from unnest(${among}::text[]) as q(name)
           where exists (select from ${job} j where j.name = q.name and not j.blocked and ${isDue})`
      : sql<{ name: string }>`
          select distinct name from ${job} where ${isDue} and name not like '\\_\\_pgboss%'`
    ).execute(tx)
    return rows.map((row) => row.name)
  })
}

/** Ends the delay of waiting jobs, for tests and the development clock. */
export async function makeAllDue(transactions: Transactions, states: ('created' | 'retry')[]): Promise<void> {
  await transactions.withSystem('jobs', (tx) =>
    sql`
      update ${sql.table(`${jobSchema}.job`)} set start_after = now()
       where state::text = any(${states}::text[]) and start_after > now()
         and name not like '\\_\\_pgboss%'`.execute(tx),
  )
}
