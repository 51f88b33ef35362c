import type { Endpoint } from '../kernel/endpoint.ts'
import { balanceEndpoints, payoutEndpoints } from './balance.ts'
import { checkoutEndpoints } from './checkout.ts'
import { accountEndpoints, accountLinkEndpoints } from './connect.ts'
import { couponEndpoints } from './coupons.ts'
import { customerEndpoints } from './customers.ts'
import { fileEndpoints } from './files.ts'
import { invoiceEndpoints, invoiceItemEndpoints, invoicePaymentEndpoints } from './invoices.ts'
import { paymentMethodEndpoints } from './payment-methods.ts'
import {
  chargeEndpoints,
  disputeEndpoints,
  paymentIntentEndpoints,
  refundEndpoints,
  setupIntentEndpoints,
} from './payments.ts'
import { portalEndpoints } from './portal.ts'
import { portalConfigurationEndpoints } from './portal-configurations.ts'
import { priceEndpoints, productEndpoints } from './products.ts'
import { scheduleEndpoints } from './schedules.ts'
import { subscriptionEndpoints } from './subscriptions.ts'
import { taxRateEndpoints } from './tax-rates.ts'
import { testClockEndpoints } from './test-clocks.ts'
import { eventEndpoints, webhookEndpoints } from './webhooks.ts'

/** All endpoints; other paths are refused with 404 (docs/payments.md 3). */
export const endpoints: Endpoint[] = [
  ...customerEndpoints,
  ...paymentMethodEndpoints,
  ...productEndpoints,
  ...priceEndpoints,
  ...couponEndpoints,
  ...paymentIntentEndpoints,
  ...chargeEndpoints,
  ...refundEndpoints,
  ...disputeEndpoints,
  ...fileEndpoints,
  ...setupIntentEndpoints,
  ...balanceEndpoints,
  ...payoutEndpoints,
  ...checkoutEndpoints,
  ...portalEndpoints,
  ...portalConfigurationEndpoints,
  ...subscriptionEndpoints,
  ...scheduleEndpoints,
  ...invoiceItemEndpoints,
  ...invoiceEndpoints,
  ...invoicePaymentEndpoints,
  ...accountEndpoints,
  ...accountLinkEndpoints,
  ...taxRateEndpoints,
  ...testClockEndpoints,
  ...eventEndpoints,
  ...webhookEndpoints,
]
