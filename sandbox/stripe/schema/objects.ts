/**
 * Where the SDK declares each object the sandbox serves: Stripe's `object` name -> file below the SDK's
 * `resources` folder and the name of the interface.
 */
export const sdkObjects: Record<string, [file: string, name: string]> = {
  account: ['Accounts', 'Account'],
  account_link: ['AccountLinks', 'AccountLink'],
  application_fee: ['ApplicationFees', 'ApplicationFee'],
  balance_transaction: ['BalanceTransactions', 'BalanceTransaction'],
  'billing_portal.session': ['BillingPortal/Sessions', 'Session'],
  charge: ['Charges', 'Charge'],
  'checkout.session': ['Checkout/Sessions', 'Session'],
  coupon: ['Coupons', 'Coupon'],
  customer: ['Customers', 'Customer'],
  discount: ['Discounts', 'Discount'],
  event: ['Events', 'EventBase'],
  invoice: ['Invoices', 'Invoice'],
  invoice_payment: ['InvoicePayments', 'InvoicePayment'],
  invoiceitem: ['InvoiceItems', 'InvoiceItem'],
  item: ['LineItems', 'LineItem'],
  line_item: ['InvoiceLineItems', 'InvoiceLineItem'],
  payment_intent: ['PaymentIntents', 'PaymentIntent'],
  payment_method: ['PaymentMethods', 'PaymentMethod'],
  plan: ['Plans', 'Plan'],
  price: ['Prices', 'Price'],
  product: ['Products', 'Product'],
  promotion_code: ['PromotionCodes', 'PromotionCode'],
  refund: ['Refunds', 'Refund'],
  setup_intent: ['SetupIntents', 'SetupIntent'],
  subscription: ['Subscriptions', 'Subscription'],
  subscription_item: ['SubscriptionItems', 'SubscriptionItem'],
  'test_helpers.test_clock': ['TestHelpers/TestClocks', 'TestClock'],
  webhook_endpoint: ['WebhookEndpoints', 'WebhookEndpoint'],
}
