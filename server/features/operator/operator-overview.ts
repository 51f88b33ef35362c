import { sql } from 'kysely'
import * as z from 'zod/mini'
import {
  type ContactRequestView,
  type FailedJob,
  type FailedMessage,
  ledgerComparisonQueue,
  type OperatorOverview,
  operatorListLimit,
} from '#domain/operator/operator.ts'
import { action } from '#server/clinic/action.ts'
import { jobSchema } from '#server/platform/database/migrations.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { requireOperator } from './require-operator.ts'

/**
 * Returns failed jobs and messages, and visitors' requests, to the operator, without addresses and error texts, which
 * may name patients.
 * @throws AppError `not_allowed`, `second_step_required`
 */
export const operatorOverview = action({
  name: 'operator-overview',
  input: z.object({}),
  access: 'signed-in',
  async run(tx, ctx): Promise<OperatorOverview> {
    await requireOperator(tx, ctx)
    return asSystem(tx, async () => {
      const [count, failedJobs, failedMessages, requests] = await Promise.all([
        sql<{ count: number }>`select count(*)::int as count from public.clinics`.execute(tx),
        readFailedJobs(tx),
        readFailedMessages(tx),
        readRequests(tx),
      ])
      return { clinics: count.rows[0]?.count ?? 0, failedJobs, failedMessages, requests }
    })
  },
})

const job = sql.table(`${jobSchema}.job`)

async function readFailedJobs(tx: Tx): Promise<FailedJob[]> {
  const { rows } = await sql<Omit<FailedJob, 'failedAt'> & { failedAt: Date | null }>`
    select j.id, j.name as queue, j.completed_on as "failedAt", j.retry_count + 1 as attempts, c.name as "clinicName",
           case when j.name = ${ledgerComparisonQueue}
                then j.output -> 'facts' || jsonb_build_object('currency', c.currency) end as ledger
      from ${job} j left join public.clinics c on c.id::text = j.data ->> 'clinicId'
     where j.state = 'failed' and j.name <> 'mail.send' and j.name not like '\\_\\_pgboss%'
     order by j.completed_on desc nulls last, j.id limit ${operatorListLimit}`.execute(tx)
  return rows.map((row) => ({ ...row, failedAt: row.failedAt?.toISOString() ?? null }))
}

async function readFailedMessages(tx: Tx): Promise<FailedMessage[]> {
  const { rows } = await sql<Omit<FailedMessage, 'queuedAt'> & { queuedAt: Date }>`
    select m.id, m.channel, m.template, c.name as "clinicName", m.queued_at as "queuedAt", m.attempts,
           (select j.id from ${job} j
             where j.name = 'mail.send' and j.state = 'failed' and j.data ->> 'mailId' = m.id::text
             order by j.completed_on desc limit 1) as "jobId"
      from app.mails m left join public.clinics c on c.id = m.clinic_id
     where m.status = 'failed'
     order by m.queued_at desc, m.id limit ${operatorListLimit}`.execute(tx)
  return rows.map((row) => ({ ...row, queuedAt: row.queuedAt.toISOString() }))
}

async function readRequests(tx: Tx): Promise<ContactRequestView[]> {
  const rows = await tx
    .selectFrom('app.contact_requests')
    .select(['id', 'about', 'name', 'email', 'clinic_name as clinicName', 'message', 'created_at'])
    .orderBy('created_at', 'desc')
    .limit(operatorListLimit)
    .execute()
  return rows.map(({ created_at, ...request }) => ({ ...request, createdAt: created_at.toISOString() }))
}
