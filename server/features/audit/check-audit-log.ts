import { sql } from 'kysely'
import type { Services } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { noClinic } from '#server/platform/database/clinic-of.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'

const linksAtATime = 2_000

/** The first defect of a chain, in the codes of db/migrations/0007_audit_log.sql. */
interface Finding {
  problem: string | null
  bad_position: number | null
  bad_audit_id: number | null
}

/**
 * Recomputes all hash chains of the audit trail at night. Reports broken ones in the log, in `app.audit_checks` and in
 * the clinic's own trail (docs/threats.md T28).
 */
export function checkAuditLog({ transactions, log }: Pick<Services, 'transactions' | 'log'>) {
  const purpose = 'job:audit.check'

  /** Finds the first defect and the position up to which the chain is intact; one transaction per step. */
  const walk = async (chainId: string): Promise<Finding & { position: number }> => {
    let position = 0
    for (;;) {
      const step = await transactions.withSystem(purpose, async (tx) => {
        const { rows } = await sql<Finding & { checked_to: number | null; checked: number }>`
          select * from app.check_audit_links(${chainId}::uuid, ${position}, ${linksAtATime})`.execute(tx)
        return rows[0]
      })
      position = step?.checked_to ?? position
      if (step?.problem) return { ...step, position }
      if (!step || step.checked < linksAtATime) break
    }
    return { problem: null, bad_position: null, bad_audit_id: null, position }
  }

  return defineJob({
    name: 'audit.check',
    cron: '17 3 * * *',
    async run(): Promise<JobResult> {
      const chains = await transactions.withSystem(purpose, readChains)
      let links = 0
      let broken = 0
      for (const chainId of chains) {
        const walked = await walk(chainId)
        links += walked.position
        const found = await transactions.withSystem(purpose, async (tx) => {
          const finding = walked.problem ? walked : ((await checkWhole(tx, chainId)) ?? walked)
          await recordFinding(tx, chainId, walked.position, finding)
          return finding
        })
        if (!found.problem) continue
        broken++
        const { problem, bad_position, bad_audit_id } = found
        log.error('audit.tampered', {
          chain: chainId,
          problem,
          position: bad_position,
          auditId: bad_audit_id,
        })
      }
      return { chains: chains.length, links, broken }
    },
  })
}

async function readChains(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from public.clinics union select ${noClinic}::uuid order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

async function checkWhole(tx: Tx, chainId: string): Promise<Finding | undefined> {
  const { rows } = await sql<Finding>`select * from app.check_audit_chain(${chainId}::uuid)`.execute(tx)
  return rows[0]
}

async function recordFinding(tx: Tx, chainId: string, position: number, finding: Finding): Promise<void> {
  const { problem, bad_position, bad_audit_id } = finding
  await sql`
    insert into app.audit_checks (chain_id, position, hash, problem, bad_position, bad_audit_id)
    values (${chainId}::uuid, ${position},
            (select l.hash from app.audit_links l where l.chain_id = ${chainId}::uuid and l.position = ${position}),
            ${problem}, ${bad_position}, ${bad_audit_id})`.execute(tx)
  if (!problem) return
  const subject = bad_audit_id === null ? null : { type: 'audit_row', id: String(bad_audit_id) }
  const clinicId = chainId === noClinic ? null : chainId
  await audit(tx, 'audit.found_broken', subject, { problem, position: bad_position }, clinicId)
}
