import { isFailureMailDue } from '#domain/statements/commission-dunning.ts'
import { isRunning } from '#domain/subscriptions/subscriptions.ts'
import type { Services } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { clinicByClinic } from '#server/platform/jobs/clinic-by-clinic.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { refreshClinicInvoice } from '../stripe-sync/refresh/refresh-clinic-invoice.ts'
import { mailAdminsOfInvoice } from './mail-admins.ts'

export const mailFailedTiersJob = 'clinic-tier.mail-failed'
const voidTierInvoiceJob = 'clinic-tier.void-invoice'

/**
 * Mails a clinic's admins about unpaid invoices of its tier, on the days of a failed commission, until it is paid; and
 * once when the tier ends because of it; its invoice is then voided, and the commission applies to the days that it did
 * not pay (docs/payments.md 9).
 */
export function mailFailedTiers(services: Services) {
  const { transactions, clock } = services
  return defineJob({
    name: mailFailedTiersJob,
    cron: '*/10 * * * *',
    async run(): Promise<JobResult> {
      const purpose = `job:${mailFailedTiersJob}`
      const find = (tx: Tx) => failedInvoices(tx).select('i.clinic_id').distinct().execute()
      const mailed = await clinicByClinic({ transactions, purpose }, find, async (tx, clinicId) => {
        let mailed = 0
        for (const invoice of await lockFailed(tx, clinicId)) {
          const now = clock.now()
          if (invoice.kind === 'tier' && invoice.tierStatus === 'canceled')
            await services.jobs.enqueue(tx, voidTierInvoiceJob, { invoice: invoice.id }, { once: invoice.id })
          const kind = mailDue(invoice, now)
          if (!kind) continue
          await tx
            .updateTable('clinic_invoices')
            .set(kind === 'tier_ended' ? { stopped_mailed_at: now } : { failed_mailed_at: now })
            .where('clinic_id', '=', clinicId)
            .where('id', '=', invoice.id)
            .execute()
          await mailAdminsOfInvoice(tx, services, kind, { clinicId, invoiceId: invoice.id })
          mailed++
        }
        return mailed
      })
      return { mailed }
    },
  })
}

export function voidTierInvoice(services: Services) {
  return defineJob<{ invoice: string }>({
    name: voidTierInvoiceJob,
    retryLimit: 12,
    retryDelaySeconds: 60,
    async run({ invoice }): Promise<JobResult> {
      const { status } = await services.stripe.invoices.void(null, invoice, `tier-ended:${invoice}`)
      await refreshClinicInvoice(services, invoice, `job:${voidTierInvoiceJob}`)
      return { status }
    },
  })
}

type FailedInvoice = Awaited<ReturnType<typeof lockFailed>>[number]

/** Locked, so that two workers mail once. */
function lockFailed(tx: Tx, clinicId: string) {
  return failedInvoices(tx)
    .innerJoin('clinic_billing as b', (join) => join.on('b.clinic_id', '=', clinicId))
    .where('i.clinic_id', '=', clinicId)
    .select(['i.id', 'i.kind', 'i.past_due_at as pastDueAt', 'i.next_attempt_at as nextAttemptAt'])
    .select(['i.failed_mailed_at as mailedAt', 'i.stopped_mailed_at as endMailedAt'])
    .select('b.subscription_status as tierStatus')
    .forUpdate('i')
    .execute()
}

function failedInvoices(tx: Tx) {
  return tx
    .selectFrom('clinic_invoices as i')
    .where('i.kind', '!=', 'commission')
    .where('i.status', 'in', ['open', 'uncollectible'])
    .where('i.past_due_at', 'is not', null)
}

function mailDue(invoice: FailedInvoice, now: Date): 'tier_failed' | 'tier_ended' | null {
  const { pastDueAt, nextAttemptAt, mailedAt, endMailedAt, tierStatus } = invoice
  if (!pastDueAt || endMailedAt) return null
  if (invoice.kind === 'tier' && !isRunning(tierStatus ?? '')) {
    // a first payment is refused on the payment page, before a tier begins
    return mailedAt ? 'tier_ended' : null
  }
  return isFailureMailDue({ pastDueAt, nextAttemptAt, mailedAt }, now) ? 'tier_failed' : null
}
