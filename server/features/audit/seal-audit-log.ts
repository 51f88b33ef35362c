import { sql } from 'kysely'
import type { Services } from '#server/platform/action.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'

/** Rows a transaction: some tens of milliseconds, so that nobody waits on the embedded database. */
const rowsAtATime = 2_000

interface SealedChain {
  chain_id: string
  position: number
  hash: Buffer
  sealed: number
}

/**
 * Ties the audit rows written since the last time into their clinics' hash chains (docs/threats.md T28).
 *
 * Where each chain ends then goes to the log: kept outside the database, those lines tell a chain that somebody with the
 * owner's rights has made anew as a whole from the one that was there.
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
