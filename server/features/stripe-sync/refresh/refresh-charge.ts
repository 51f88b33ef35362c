import type { Services } from '#server/clinic/action.ts'
import type { ChargeFacts } from '#server/platform/stripe/charges.ts'
import type { ConnectedClinic } from '../connected-clinic.ts'
import { takeNextRead } from '../next-read.ts'
import { bookOneOffCharge, isOneOffCharge } from '../one-off-charge.ts'
import { patientOfCustomer } from '../patient-of-customer.ts'
import { refreshInvoice } from './refresh-invoice.ts'

/** Refreshes the invoice of a charge; books a charge without one. */
export async function refreshCharge(
  services: Services,
  clinic: ConnectedClinic,
  charge: string,
  source: string,
): Promise<string> {
  const known = await knownInvoiceOf(services, clinic, charge)
  if (known && !isOneOffCharge(known)) return refreshInvoice(services, clinic, known, source)
  const readNo = await takeNextRead(services.transactions, 'stripe-sync:refresh-charge')
  const facts = await services.stripe.charges.read(clinic.account, charge)
  const invoice = known ? null : await invoiceOf(services, clinic, facts)
  return invoice
    ? refreshInvoice(services, clinic, invoice, source)
    : bookOneOffCharge(services, clinic, facts, source, readNo)
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

async function knownInvoiceOf(
  { transactions }: Services,
  { clinicId }: ConnectedClinic,
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
  return known?.invoice_id ?? null
}

async function invoiceOf(
  { transactions, stripe }: Services,
  { clinicId, account }: ConnectedClinic,
  { intent, customer }: ChargeFacts,
): Promise<string | null> {
  if (!intent || !customer) return null
  const isOurs = await transactions.withSystem('stripe-sync:refresh-charge', (tx) =>
    patientOfCustomer(tx, clinicId, customer),
  )
  return isOurs ? stripe.invoices.findPaidBy(account, customer, intent) : null
}
