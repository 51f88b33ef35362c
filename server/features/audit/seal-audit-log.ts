import { sql } from 'kysely'
import type { Services } from '#server/clinic/action.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'

/** Rows per transaction: some tens of milliseconds, because the embedded database runs one at a time. */
const rowsAtATime = 2_000

interface SealedChain {
  sealed: number
  position: number
  hash: Buffer
}

/**
 * Adds new audit rows to their clinics' hash chains, clinic by clinic, and logs the head of each chain
 * (docs/threats.md T28). Those log lines, stored outside the database, reveal a chain that the database's owner has
 * recomputed as a whole.
 */
export function sealAuditLog({ transactions, log }: Pick<Services, 'transactions' | 'log'>) {
  const purpose = 'job:audit.seal'

  const sealSome = async (clinicId: string): Promise<number> => {
    const chain = await transactions.withSystem(purpose, async (tx) => {
      const { rows } = await sql<SealedChain>`
        select * from app.seal_audit_log(${clinicId}::uuid, ${rowsAtATime})`.execute(tx)
      return rows[0]
    })
    if (!chain?.sealed) return 0
    const { sealed, position, hash } = chain
    log.info('audit.sealed', { chain: clinicId, position, head: Buffer.from(hash).toString('hex') })
    return sealed
  }

  return defineJob({
    name: 'audit.seal',
    cron: '* * * * *',
    async run(): Promise<JobResult> {
      const { clinics, horizon } = await transactions.withSystem(purpose, async (tx) => {
        // before the search: later rows stay above it
        const { rows } = await sql<{ horizon: string | null }>`select app.audit_horizon() as horizon`.execute(
          tx,
        )
        const found = await sql<{ clinic_id: string }>`select clinic_id from app.find_unsealed()`.execute(tx)
        return { clinics: found.rows.map(({ clinic_id }) => clinic_id), horizon: rows[0]?.horizon ?? null }
      })
      let sealed = 0
      for (const clinicId of clinics)
        for (let now = rowsAtATime; now === rowsAtATime; sealed += now) now = await sealSome(clinicId)
      if (horizon !== null)
        await transactions.withSystem(purpose, (tx) =>
          sql`
            insert into app.settings (name, value) values ('audit_sealed_to', to_jsonb(${horizon}::bigint))
            on conflict (name) do update set value = excluded.value, updated_at = now()
             where (app.settings.value #>> '{}')::bigint < (excluded.value #>> '{}')::bigint`.execute(tx),
        )
      return { sealed }
    },
  })
}
