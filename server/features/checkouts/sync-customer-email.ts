import type { Services } from '#server/clinic/action.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'

export const syncCustomerEmailJob = 'checkouts.sync-customer-email'

/** Sends the address of a patient's record to the clinic's Stripe account, which mails its receipts there. */
export function syncCustomerEmail({ transactions, stripe }: Pick<Services, 'transactions' | 'stripe'>) {
  return defineJob<{ clinicId: string; patientId: string }>({
    name: syncCustomerEmailJob,
    retryLimit: 12,
    retryDelaySeconds: 30,
    async run({ clinicId, patientId }): Promise<JobResult> {
      const row = await transactions.withSystem(`job:${syncCustomerEmailJob}`, (tx) =>
        tx
          .selectFrom('patient_customers as c')
          .innerJoin('patients as p', (join) =>
            join.onRef('p.clinic_id', '=', 'c.clinic_id').onRef('p.id', '=', 'c.patient_id'),
          )
          .select(['p.email', 'c.stripe_account', 'c.stripe_customer'])
          .where('c.clinic_id', '=', clinicId)
          .where('c.patient_id', '=', patientId)
          .where('c.gone_at', 'is', null)
          .executeTakeFirst(),
      )
      if (!row?.email) return { synced: false }
      await stripe.customers.setEmail(row.stripe_account, row.stripe_customer, row.email)
      return { synced: true }
    },
  })
}
