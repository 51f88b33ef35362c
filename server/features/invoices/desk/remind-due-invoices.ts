import { sql } from 'kysely'
import { dayMs } from '#domain/values/durations.ts'
import type { Services } from '#server/clinic/action.ts'
import { writeNotice } from '#server/features/notices/write-notice.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { clinicByClinic } from '#server/platform/jobs/clinic-by-clinic.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'

export const remindDueInvoicesJob = 'invoices.remind-due'

/** Older ones are not news: a clinic's account that was unreachable for a week must not mail all of them. */
const newsMs = 7 * dayMs
/** The reminder of a plan's invoice before its due date. */
const aheadMs = 2 * dayMs

/**
 * Mails payers of invoices that are paid by link: of a single sale on the day it is due, of a plan two days before and
 * on the day after. Each once. Hourly, clinic by clinic.
 */
export function remindDueInvoices({ transactions, clock }: Pick<Services, 'transactions' | 'clock'>) {
  return defineJob({
    name: remindDueInvoicesJob,
    cron: '41 * * * *',
    async run(): Promise<JobResult> {
      const now = clock.now()
      const due = await clinicByClinic(
        { transactions, purpose: `job:${remindDueInvoicesJob}` },
        (tx) => dueFrom(tx, now).select('clinic_id').distinct().execute(),
        (tx, clinicId) => remindClinic(tx, clinicId, now),
      )
      return { due }
    },
  })
}

function dueFrom(tx: Tx, now: Date) {
  return tx
    .selectFrom('invoices')
    .where('status', '=', 'open')
    .where('due_at', '<=', new Date(now.getTime() + aheadMs))
    .where('due_at', '>', new Date(now.getTime() - newsMs))
}

async function remindClinic(tx: Tx, clinicId: string, now: Date): Promise<number> {
  const invoices = await dueFrom(tx, now)
    .select(['id', 'subscription_id as plan', 'due_at as dueAt'])
    .where('clinic_id', '=', clinicId)
    // an invoice that is due at once was mailed as such
    .where(sql<boolean>`due_at > issued_at + interval '12 hours'`)
    .execute()
  let due = 0
  for (const { id, plan, dueAt } of invoices) {
    const lateMs = now.getTime() - (dueAt ?? now).getTime()
    const key = plan ? planReminder(lateMs) : lateMs >= 0 ? 'due' : null
    if (!key) continue
    await writeNotice(tx, { clinicId, kind: 'invoice_due', subjectId: id, key: `${id}:${key}` }, now)
    due += 1
  }
  return due
}

function planReminder(lateMs: number): 'before' | 'overdue' | null {
  if (lateMs < 0) return 'before'
  return lateMs >= dayMs ? 'overdue' : null
}
