import type { Services } from '#server/platform/action.ts'
import type { ConnectedClinic } from './connected-clinic.ts'
import { patientOfCustomer } from './patient-of-customer.ts'
import { refreshInvoice } from './refresh-invoice.ts'

/** Finds the invoice that a charge paid, and refreshes it as a whole. @returns what was done, for the inbox */
export async function refreshCharge(
  services: Services,
  clinic: ConnectedClinic,
  charge: string,
  source: string,
): Promise<string> {
  const invoice = await invoiceOf(services, clinic, charge)
  return invoice ? refreshInvoice(services, clinic, invoice, source) : 'not ours'
}

/** The same for a refund, however old its charge is. */
export async function refreshRefund(
  services: Services,
  clinic: ConnectedClinic,
  refund: string,
  source: string,
): Promise<string> {
  const { charge } = await services.stripe.charges.readRefund(clinic.account, refund)
  return charge ? refreshCharge(services, clinic, charge, source) : 'not ours'
}

async function invoiceOf(
  { transactions, stripe }: Services,
  { clinicId, account }: ConnectedClinic,
  charge: string,
): Promise<string | null> {
  const known = await transactions.withSystem('stripe-sync:refresh-charge', (tx) =>
    tx
      .selectFrom('payments')
      .select('invoice_id')
      .where('clinic_id', '=', clinicId)
      .where('id', '=', charge)
      .executeTakeFirst(),
  )
  if (known) return known.invoice_id
  const { intent, customer } = await stripe.charges.read(account, charge)
  if (!intent || !customer) return null
  const isOurs = await transactions.withSystem('stripe-sync:refresh-charge', (tx) =>
    patientOfCustomer(tx, clinicId, customer),
  )
  return isOurs ? stripe.invoices.findPaidBy(account, customer, intent) : null
}
