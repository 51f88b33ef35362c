import type { Services } from '#server/clinic/action.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { ensureClinicCustomer } from './clinic-customer.ts'

export const syncBillingAddressJob = 'clinic-tier.sync-billing-address'

/** Sends the clinic's name and address to Stripe, which prints them on later invoices. */
export function syncBillingAddress(services: Services) {
  const { transactions, stripe, clock } = services
  const purpose = `job:${syncBillingAddressJob}`
  return defineJob<{ clinicId: string }>({
    name: syncBillingAddressJob,
    retryLimit: 12,
    retryDelaySeconds: 30,
    async run({ clinicId }): Promise<JobResult> {
      const row = await transactions.withSystem(purpose, (tx) =>
        tx
          .selectFrom('billing_addresses')
          .selectAll()
          .where('clinic_id', '=', clinicId)
          .where('synced_at', 'is', null)
          .executeTakeFirst(),
      )
      if (!row) return { synced: false }
      const { name, line1, line2, city, state, postal_code: postalCode, country, version } = row
      const customer = await ensureClinicCustomer(services, clinicId)
      await stripe.customers.setAddress(null, customer, {
        name,
        address: { line1, line2: line2 ?? '', city, state, postalCode, country },
      })
      await transactions.withSystem(purpose, (tx) =>
        tx
          .updateTable('billing_addresses')
          .set({ synced_at: clock.now() })
          .where('clinic_id', '=', clinicId)
          // unless a newer one was saved, whose job follows
          .where('version', '=', version)
          .execute(),
      )
      return { synced: true, version }
    },
  })
}
