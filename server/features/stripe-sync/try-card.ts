import { runningStatuses } from '#domain/subscriptions/subscriptions.ts'
import type { Services } from '#server/clinic/action.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { accountOfClinic } from './connected-clinic.ts'
import { refreshInvoice } from './refresh/refresh-invoice.ts'
import { isRefusedAccount } from './refused-account.ts'

export const tryCardJob = 'stripe-sync.try-card'

/**
 * Charges a patient's new card now for failed renewals (docs/domain-rules.md rule 15), without a notice of a decline. A bank account that
 * has refused one is not debited for it again.
 * Excludes ended plans, because a patient who joins again agreed to the new plan's price only.
 */
export function tryCard(services: Services) {
  const { transactions, stripe } = services
  return defineJob<{ clinicId: string; patientId: string }>({
    name: tryCardJob,
    retryLimit: 3,
    async run({ clinicId, patientId }): Promise<JobResult> {
      const found = await transactions.withSystem('job:stripe-sync.try-card', async (tx) => {
        const clinic = await accountOfClinic(tx, clinicId)
        const card = await tx
          .selectFrom('patient_customers')
          .select(['card_method as method', 'card_brand as brand', 'card_last4 as last4'])
          .where('clinic_id', '=', clinicId)
          .where('patient_id', '=', patientId)
          .executeTakeFirst()
        const invoices = await tx
          .selectFrom('invoices as i')
          .innerJoin('subscriptions as s', (join) =>
            join.onRef('s.clinic_id', '=', 'i.clinic_id').onRef('s.id', '=', 'i.subscription_id'),
          )
          .select('i.id')
          .where('i.clinic_id', '=', clinicId)
          .where('i.patient_id', '=', patientId)
          .where('i.status', '=', 'open')
          .where('i.attempt_count', '>', 0)
          // the payer pays it by link
          .where('i.due_at', 'is', null)
          .where('i.settles_about', 'is', null)
          .where('s.status', 'in', [...runningStatuses])
          .orderBy('i.issued_at')
          .execute()
        if (!clinic || !card?.method) return null
        const due: string[] = []
        for (const { id } of invoices) if (!(await isRefusedAccount(tx, clinicId, id, card))) due.push(id)
        return { clinic, method: card.method, due }
      })
      if (!found) return { tried: 0 }
      const outcomes: string[] = []
      for (const id of found.due) {
        const { method } = found
        const key = `try-card:${id}:${method}`
        outcomes.push(await stripe.invoices.payWith(found.clinic.account, id, { method, key }))
        await refreshInvoice(services, found.clinic, id, 'new card')
      }
      return { tried: outcomes.length, outcome: outcomes.join(', ') }
    },
  })
}
