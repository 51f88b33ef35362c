import { isFailureMailDue } from '#domain/statements/commission-dunning.ts'
import { isRunning } from '#domain/subscriptions/subscriptions.ts'
import type { Services } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { mailAdminsOfInvoice } from './mail-admins.ts'

export const mailFailedTiersJob = 'clinic-tier.mail-failed'

/**
 * Mails a clinic's admins about unpaid invoices of its tier, on the days of a failed commission, until it is paid; and
 * once when the tier ends because of it (docs/payments.md 9).
 */
export function mailFailedTiers(services: Services) {
  const { transactions, clock } = services
  return defineJob({
    name: mailFailedTiersJob,
    cron: '*/10 * * * *',
    run: (): Promise<JobResult> =>
      transactions.withSystem(`job:${mailFailedTiersJob}`, async (tx) => {
        let mailed = 0
        for (const invoice of await failedInvoices(tx)) {
          const now = clock.now()
          const kind = mailDue(invoice, now)
          if (!kind) continue
          await tx
            .updateTable('clinic_invoices')
            .set(kind === 'tier_ended' ? { stopped_mailed_at: now } : { failed_mailed_at: now })
            .where('id', '=', invoice.id)
            .execute()
          await mailAdminsOfInvoice(tx, services, kind, invoice.id)
          mailed++
        }
        return { mailed }
      }),
  })
}

type FailedInvoice = Awaited<ReturnType<typeof failedInvoices>>[number]

/** Locked, so that two workers mail once. */
function failedInvoices(tx: Tx) {
  return tx
    .selectFrom('clinic_invoices as i')
    .innerJoin('clinic_billing as b', 'b.clinic_id', 'i.clinic_id')
    .select(['i.id', 'i.kind', 'i.past_due_at as pastDueAt', 'i.next_attempt_at as nextAttemptAt'])
    .select(['i.failed_mailed_at as mailedAt', 'i.stopped_mailed_at as endMailedAt'])
    .select('b.subscription_status as tierStatus')
    .where('i.kind', '!=', 'commission')
    .where('i.status', 'in', ['open', 'uncollectible'])
    .where('i.past_due_at', 'is not', null)
    .where('i.stopped_mailed_at', 'is', null)
    .forUpdate('i')
    .execute()
}

function mailDue(invoice: FailedInvoice, now: Date): 'tier_failed' | 'tier_ended' | null {
  const { pastDueAt, nextAttemptAt, mailedAt, tierStatus } = invoice
  if (!pastDueAt) return null
  if (invoice.kind === 'tier' && !isRunning(tierStatus ?? '')) {
    // a first payment is refused on the payment page, before a tier begins
    return mailedAt ? 'tier_ended' : null
  }
  return isFailureMailDue({ pastDueAt, nextAttemptAt, mailedAt }, now) ? 'tier_failed' : null
}
