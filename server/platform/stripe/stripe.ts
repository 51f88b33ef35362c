import type { Clock } from '../clock.ts'
import { accountOperations } from './accounts.ts'
import { balanceOperations } from './balance.ts'
import { catalogOperations } from './catalog.ts'
import { chargeOperations } from './charges.ts'
import { checkoutOperations } from './checkout.ts'
import { createStripeClient, type StripeConnection } from './client.ts'
import { commissionInvoiceOperations } from './commission-invoices.ts'
import { creditOperations } from './credits.ts'
import { customerOperations } from './customers.ts'
import { deskInvoiceOperations } from './desk-invoices.ts'
import { disputeOperations } from './disputes.ts'
import { invoiceOperations } from './invoices.ts'
import { subscriptionOperations } from './subscriptions.ts'
import { taxRateOperations } from './tax-rates.ts'
import { webhookOperations } from './webhooks.ts'

/**
 * Carefold's operations on the official SDK, the same in production, tests and the demo (docs/payments.md 1). No other
 * module imports `stripe`.
 * `account` is a clinic's `acct_...`, or null for the platform's own. Every write has an explicit idempotency key. All may
 * throw AppError `payments_unavailable`. Never call one inside a transaction, which must not wait for the network.
 */
export function createStripe(connection: StripeConnection, clock: Clock) {
  const client = createStripeClient(connection)
  return {
    accounts: accountOperations(client),
    balance: balanceOperations(client),
    catalog: catalogOperations(client),
    charges: chargeOperations(client),
    checkout: checkoutOperations(client),
    commissionInvoices: commissionInvoiceOperations(client, connection),
    credits: creditOperations(client),
    customers: customerOperations(client),
    deskInvoices: deskInvoiceOperations(client),
    disputes: disputeOperations(client),
    invoices: invoiceOperations(client),
    subscriptions: subscriptionOperations(client),
    taxRates: taxRateOperations(client),
    webhooks: webhookOperations(client, connection, clock),
  }
}

export type StripeApi = ReturnType<typeof createStripe>
