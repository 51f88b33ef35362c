import { sql } from 'kysely'
import type { Services } from '#server/clinic/action.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'

/** Rows per transaction: some tens of milliseconds, so that nobody waits on the embedded database. */
const rowsAtATime = 2_000

interface SealedChain {
  chain_id: string
  position: number
  hash: Buffer
  sealed: number
}

/**
 * Adds the audit rows written since the last run to their clinics' hash chains (docs/threats.md T28).
 *
 * The head of each chain then goes to the log. Stored outside the database, those lines reveal a chain that somebody
 * with the owner's rights has recomputed as a whole.
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
