import type { Stripe } from 'stripe'

/**
 * A stored Stripe object: expandable fields contain ids. Fields with a leading underscore are internal and never
 * returned.
 */
export type Flat<T> = { [Field in keyof T]: Unexpanded<T[Field]> }
type Unexpanded<V> = [Extract<V, string>] extends [never] ? V : Exclude<V, { id: string }>

export interface CheckoutRequest {
  lines: { price: string; quantity: number; item: string }[]
  taxRates?: string[]
  coupon: string | null
  metadata: Record<string, string>
  trialEnd: number | null
}

export interface IdempotencyRecord {
  id: string
  object: 'idempotency_key'
  created: number
  fingerprint: string
  status: number
  body: string
}

/** One event for one webhook endpoint; removed once delivered or dropped. */
export interface DeliveryRecord {
  id: string
  object: 'webhook_delivery'
  created: number
  event: string
  event_account: string
  endpoint: string
  endpoint_account: string
  attempts: number
  due: number
}

/** A one-time onboarding link; Stripe's object has no id, the sandbox's needs one. */
export interface AccountLinkRecord extends Flat<Stripe.AccountLink> {
  id: string
  _account: string
  _refreshUrl: string
  _returnUrl: string
  _isVisited?: boolean
}

export interface Records {
  account: Flat<Stripe.Account> & {
    _deleted?: boolean
    /** Its bank account refuses payouts. */
    _bankIsClosed?: boolean
    /** The schedule's payouts began then. */
    _paysOutFrom?: number
  }
  account_link: AccountLinkRecord
  balance_transaction: Flat<Stripe.BalanceTransaction> & {
    /** The scheduled payout that contains it. */
    _payout?: string
  }
  'billing_portal.configuration': Flat<Stripe.BillingPortal.Configuration>
  'billing_portal.session': Flat<Stripe.BillingPortal.Session>
  charge: Flat<Stripe.Charge>
  'checkout.session': Flat<Stripe.Checkout.Session> & {
    _request: CheckoutRequest
    /** Returned only when expanded. */
    _lineItems: Stripe.LineItem[]
    /** Taxes shown on the page. */
    _taxes?: Stripe.InvoiceLineItem['taxes']
    _lastError?: string | null
    /** The intent that waits for the bank and will complete this session. */
    _waitingFor?: string | null
    /** The customer created for the payer; returned once the session completes. */
    _newCustomer?: string
    _payer?: { name: string | null; email: string | null }
  }
  coupon: Flat<Stripe.Coupon> & { _deleted?: boolean; _appliesTo?: { products: string[] } | null }
  customer: Flat<Stripe.Customer> & { _deleted?: boolean }
  customer_balance_transaction: Flat<Stripe.CustomerBalanceTransaction>
  discount: Flat<Stripe.Discount>
  dispute: Flat<Stripe.Dispute>
  event: Omit<Flat<Stripe.EventBase>, 'type'> & { type: string }
  file: Flat<Stripe.File>
  idempotency_key: IdempotencyRecord
  invoice: Flat<Stripe.Invoice> & {}
  invoice_payment: Flat<Stripe.InvoicePayment>
  invoiceitem: Flat<Stripe.InvoiceItem>
  payment_intent: Flat<Stripe.PaymentIntent> & {
    _invoice?: string | null
    _checkout?: string | null
    _returnUrl?: string | null
    _offSession?: boolean
    /** When the banks answer a debit. */
    _settlesAt?: number | null
    /** When the payer's bank takes a settled debit back. */
    _returnsAt?: number | null
    /** The payer has approved at the bank, and the intent waits to be confirmed again. */
    _isAuthenticated?: boolean
  }
  payment_method: Flat<Stripe.PaymentMethod> & {
    /** Name of its test card in cards.ts; numbers are never stored. Empty for a bank account. */
    _card: string
    /** Name of its test account in bank-accounts.ts. */
    _bank?: string
    /** The bank approved off-session charges. */
    _isSetUp?: boolean
  }
  payout: Flat<Stripe.Payout>
  price: Flat<Stripe.Price>
  product: Flat<Stripe.Product> & { _deleted?: boolean }
  refund: Flat<Stripe.Refund>
  setup_intent: Flat<Stripe.SetupIntent> & {
    _checkout?: string | null
    _returnUrl?: string | null
    _makesDefault?: boolean
  }
  subscription: Flat<Stripe.Subscription> & {
    /** The trial end for which customer.subscription.trial_will_end was sent. */
    _trialNoticeFor?: number | null
    /** The invoice whose payment ends a pause. */
    _resumption?: string | null
  }
  subscription_schedule: Flat<Stripe.SubscriptionSchedule> & {
    /** The end for which subscription_schedule.expiring was sent. */
    _expiryNoticeFor?: number | null
  }
  tax_rate: Flat<Stripe.TaxRate>
  'test_helpers.test_clock': Flat<Stripe.TestHelpers.TestClock>
  webhook_delivery: DeliveryRecord
  webhook_endpoint: Flat<Stripe.WebhookEndpoint> & { _secret: string; _connect: boolean }
}

export type ObjectName = keyof Records
export type AnyRecord = { id: string; object: string; created?: number; _order?: number }

/** The id of an expandable field inside a nested object. */
export function idOf(value: string | { id: string } | null | undefined): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : value.id
}
