import { sql } from 'kysely'
import type { Services } from '#server/clinic/action.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'

/** Rows per transaction: some tens of milliseconds, because the embedded database runs one at a time. */
const rowsAtATime = 2_000

interface SealedChain {
  chain_id: string
  position: number
  hash: Buffer
  sealed: number
}

/**
 * Adds new audit rows to their clinics' hash chains and logs the head of each chain (docs/threats.md T28). Those log
 * lines, stored outside the database, reveal a chain that the database's owner has recomputed as a whole.
 */
export function sealAuditLog({ transactions, log }: Pick<Services, 'transactions' | 'log'>) {
  return defineJob({
    name: 'audit.seal',
    cron: '* * * * *',
    async run(): Promise<JobResult> {
      let sealed = 0
      for (;;) {
        const chains = await transactions.withSystem('job:audit.seal', async (tx) => {
          const { rows } = await sql<SealedChain>`select * from app.seal_audit_log(${rowsAtATime})`.execute(
            tx,
          )
          return rows
        })
        const now = chains.reduce((sum, chain) => sum + chain.sealed, 0)
        sealed += now
        for (const { chain_id: chain, position, hash } of chains)
          log.info('audit.sealed', { chain, position, head: Buffer.from(hash).toString('hex') })
        if (now < rowsAtATime) return { sealed }
      }
    },
  })
}
