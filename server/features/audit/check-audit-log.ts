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

/** Runs a step of a check with role `system`, in a transaction of the caller's choice. */
type RunStep = <T>(step: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * Recomputes a clinic's chain, then checks it as a whole. Reads that clinic's rows alone.
 * @param clinicId zeros: the rows of no clinic
 * @returns the first defect, and the position up to which the chain is intact
 */
export async function checkChain(run: RunStep, clinicId: string): Promise<Finding & { position: number }> {
  let position = 0
  for (;;) {
    const step = await run(async (tx) => {
      const { rows } = await sql<Finding & { checked_to: number | null; checked: number }>`
        select * from app.check_audit_links(${clinicId}::uuid, ${position}, ${linksAtATime})`.execute(tx)
      return rows[0]
    })
    position = step?.checked_to ?? position
    if (step?.problem) return { ...step, position }
    if (!step || step.checked < linksAtATime) break
  }
  const whole = await run(async (tx) => {
    const { rows } = await sql<Finding>`select * from app.check_audit_chain(${clinicId}::uuid)`.execute(tx)
    return rows[0]
  })
  return { ...(whole ?? { problem: null, bad_position: null, bad_audit_id: null }), position }
}

/**
 * Recomputes all hash chains of the audit trail at night. Reports broken ones in the log, in `app.audit_checks` and in
 * the clinic's own trail (docs/threats.md T28).
 */
export function checkAuditLog({ transactions, log }: Pick<Services, 'transactions' | 'log'>) {
  const purpose = 'job:audit.check'

  const run: RunStep = (step) => transactions.withSystem(purpose, step)

  return defineJob({
    name: 'audit.check',
    cron: '17 3 * * *',
    async run(): Promise<JobResult> {
      const chains = await run(readChains)
      let links = 0
      let broken = 0
      for (const clinicId of chains) {
        const found = await checkChain(run, clinicId)
        links += found.position
        await run((tx) => recordFinding(tx, clinicId, found))
        if (!found.problem) continue
        broken++
        const { problem, bad_position, bad_audit_id } = found
        log.error('audit.tampered', {
          chain: clinicId,
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

async function recordFinding(
  tx: Tx,
  clinicId: string,
  { position, problem, bad_position, bad_audit_id }: Finding & { position: number },
): Promise<void> {
  await sql`
    insert into app.audit_checks (clinic_id, position, hash, problem, bad_position, bad_audit_id)
    values (${clinicId}::uuid, ${position},
            (select l.hash from app.audit_links l where l.clinic_id = ${clinicId}::uuid and l.position = ${position}),
            ${problem}, ${bad_position}, ${bad_audit_id})`.execute(tx)
  if (!problem) return
  const subject = bad_audit_id === null ? null : { type: 'audit_row', id: String(bad_audit_id) }
  const about = clinicId === noClinic ? null : clinicId
  await audit(tx, 'audit.found_broken', subject, { problem, position: bad_position }, about)
}
