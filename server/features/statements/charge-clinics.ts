import { commissionDunning } from '#domain/statements/commission-dunning.ts'
import { dayMs } from '#domain/values/durations.ts'
import type { Services } from '#server/clinic/action.ts'
import { chargeClinicJob } from '#server/clinic/charge-clinic-job.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { mailAdminsOfInvoice } from '../clinic-tier/mail-admins.ts'
import { attemptCharge } from './attempt-charge.ts'
import { chargeCommission } from './charge-commission.ts'

export const chargeDueJob = 'statements.charge-due'

/** Queues the clinics with debt that is due now, by the product's clock. */
export function chargeDue(services: Services) {
  const { transactions, clock, jobs } = services
  return defineJob({
    name: chargeDueJob,
    cron: '*/10 * * * *',
    run: (): Promise<JobResult> =>
      transactions.withSystem('job:statements.charge-due', async (tx) => {
        const clinics = await clinicsToCharge(tx, clock.now())
        for (const clinicId of clinics)
          await jobs.enqueue(tx, chargeClinicJob, { clinicId }, { once: clinicId })
        return { clinics: clinics.length }
      }),
  })
}

async function clinicsToCharge(tx: Tx, now: Date): Promise<string[]> {
  const graceStart = new Date(now.getTime() - commissionDunning.graceDays * dayMs)
  const rows = await tx
    .selectFrom('statements as s')
    .leftJoin('clinic_invoices as i', (join) =>
      join.onRef('i.clinic_id', '=', 's.clinic_id').onRef('i.statement_id', '=', 's.id'),
    )
    .select('s.clinic_id')
    .distinct()
    .where('s.status', '=', 'closed')
    .where((row) =>
      row.or([
        row('i.id', 'is', null),
        row.and([
          row('i.status', '=', 'open'),
          row.or([
            row.and([row('i.last_method', 'is', null), row('i.due_at', 'is', null)]),
            row('i.next_attempt_at', '<=', now),
            row.and([row('i.due_at', '<=', now), row('i.past_due_at', 'is', null)]),
          ]),
        ]),
        row.and([
          row('i.status', 'in', ['open', 'uncollectible']),
          row('i.past_due_at', '<=', graceStart),
          row('i.stopped_mailed_at', 'is', null),
        ]),
      ]),
    )
    .execute()
  return rows.map(({ clinic_id }) => clinic_id)
}

export function chargeClinic(services: Services) {
  const { transactions } = services
  return defineJob<{ clinicId: string }>({
    name: chargeClinicJob,
    retryLimit: 20,
    retryDelaySeconds: 60,
    async run({ clinicId }): Promise<JobResult> {
      const { statements, tiers } = await transactions.withSystem(
        'job:statements.charge-clinic',
        async (tx) => ({
          statements: await unpaidStatements(tx, clinicId),
          tiers: await openTierInvoices(tx, clinicId),
        }),
      )
      for (const statementId of statements) await chargeCommission(services, { clinicId, statementId })
      for (const invoiceId of tiers) await attemptCharge(services, { clinicId, invoiceId })
      const stopped = await transactions.withSystem('job:statements.charge-clinic', (tx) =>
        mailOfStop(tx, services, clinicId),
      )
      return { statements: statements.length, tiers: tiers.length, stopped }
    },
  })
}

async function unpaidStatements(tx: Tx, clinicId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('statements as s')
    .leftJoin('clinic_invoices as i', (join) =>
      join.on('i.clinic_id', '=', clinicId).onRef('i.statement_id', '=', 's.id'),
    )
    .select('s.id')
    .where('s.clinic_id', '=', clinicId)
    .where('s.status', '=', 'closed')
    .where((row) => row.or([row('i.id', 'is', null), row('i.status', '=', 'open')]))
    .orderBy('s.month')
    .execute()
  return rows.map(({ id }) => id)
}

async function openTierInvoices(tx: Tx, clinicId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('clinic_invoices')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('kind', '!=', 'commission')
    .where('status', '=', 'open')
    .where('past_due_at', 'is not', null)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Mails the admins once that unpaid commission stops new members.
 * @returns the number of invoices
 */
async function mailOfStop(tx: Tx, services: Services, clinicId: string): Promise<number> {
  const now = services.clock.now()
  const rows = await tx
    .updateTable('clinic_invoices')
    .set({ stopped_mailed_at: now })
    .where('clinic_id', '=', clinicId)
    .where('kind', '=', 'commission')
    .where('status', 'in', ['open', 'uncollectible'])
    .where('past_due_at', '<=', new Date(now.getTime() - commissionDunning.graceDays * dayMs))
    .where('stopped_mailed_at', 'is', null)
    .returning('id')
    .execute()
  for (const { id } of rows) await mailAdminsOfInvoice(tx, services, 'stopped', { clinicId, invoiceId: id })
  return rows.length
}
