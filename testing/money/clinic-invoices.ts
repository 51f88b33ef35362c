import { ensureClinicCustomer } from '#server/features/clinic-tier/clinic-customer.ts'
import { refreshClinicInvoice } from '#server/features/stripe-sync/refresh/refresh-clinic-invoice.ts'
import type { TestPayments } from './payments.ts'

/** Known to the payment sandbox. @returns Stripe's id */
export async function anOpenClinicInvoice(test: TestPayments, clinicId: string): Promise<string> {
  const customer = await ensureClinicCustomer(test.services, clinicId)
  const { id } = await test.client.invoices.create({ customer, currency: 'usd' })
  await test.client.invoiceItems.create({ customer, invoice: id, amount: 2_500, currency: 'usd' })
  await test.client.invoices.finalizeInvoice(id, { auto_advance: false })
  await refreshClinicInvoice(test.services, id, 'test')
  return id
}
