import { randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** An id in Stripe's format, such as `cus_` and 24 letters and digits. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${randomText(length)}`
}

/** From the system's random source; the slight bias of 256 % 62 does not matter here. */
export function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('')
}

export const idPrefixes = {
  account: 'acct',
  balance_transaction: 'txn',
  'billing_portal.configuration': 'bpc',
  'billing_portal.session': 'bps',
  charge: 'ch',
  'checkout.session': 'cs_test',
  coupon: 'coup',
  customer: 'cus',
  customer_balance_transaction: 'cbtxn',
  discount: 'di',
  dispute: 'du',
  event: 'evt',
  file: 'file',
  idempotency_key: 'idem',
  account_link: 'alink',
  invoice: 'in',
  invoice_payment: 'inpay',
  invoiceitem: 'ii',
  payment_intent: 'pi',
  payment_method: 'pm',
  payout: 'po',
  price: 'price',
  product: 'prod',
  refund: 're',
  setup_intent: 'seti',
  subscription: 'sub',
  subscription_schedule: 'sub_sched',
  tax_rate: 'txr',
  'test_helpers.test_clock': 'clock',
  webhook_delivery: 'whd',
  webhook_endpoint: 'we',
} as const
