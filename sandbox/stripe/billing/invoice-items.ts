import type { Records } from '../world/records.ts'
import type { Scope } from '../world/scope.ts'
import { invalidRequest } from '../world/stripe-failure.ts'
import { pricingOf } from './invoice-lines.ts'
import { activePrice, decimalText } from './prices.ts'
import { chosenRates } from './taxes.ts'

type InvoiceItem = Records['invoiceitem']

export interface NewInvoiceItem {
  customer: string
  /** Either a one-time price, or an amount with a currency. */
  price?: string | null
  amount?: number
  currency?: string | null
  quantity?: number
  description?: string | null
  metadata?: Record<string, string>
  subscription?: string | null
  period?: { start: number; end: number }
  taxRates?: string[]
}

/** Without a draft, it waits for the customer's next invoice. */
export function createInvoiceItem(scope: Scope, request: NewInvoiceItem): InvoiceItem {
  const customer = scope.must('customer', request.customer, 'customer')
  const quantity = request.quantity ?? 1
  const price = request.price ? activePrice(scope, request.price, 'pricing[price]') : null
  if (price?.recurring) {
    throw invalidRequest('The price specified is recurring; an invoice item takes a one-time price.', {
      param: 'pricing[price]',
    })
  }
  const currency = price?.currency ?? request.currency?.toLowerCase()
  const amount = price ? (price.unit_amount ?? 0) * quantity : request.amount
  if (amount === undefined || !currency)
    throw invalidRequest('Pass either a price, or an amount and a currency.')
  return addInvoiceItem(scope, {
    customer: customer.id,
    amount,
    currency,
    description: request.description ?? (price ? (scope.find('product', price.product)?.name ?? null) : null),
    metadata: request.metadata ?? {},
    period: request.period ?? { start: scope.now, end: scope.now },
    pricing: price
      ? (pricingOf(price.id, price.product, price.unit_amount ?? 0) as InvoiceItem['pricing'])
      : null,
    quantity,
    tax_rates: chosenRates(scope, request.taxRates, 'tax_rates'),
    ...(request.subscription
      ? {
          parent: {
            type: 'subscription_details',
            subscription_details: {
              subscription: scope.must('subscription', request.subscription, 'subscription').id,
            },
          },
        }
      : {}),
  })
}

export function addInvoiceItem(
  scope: Scope,
  given: Partial<InvoiceItem> & { customer: string; quantity: number },
): InvoiceItem {
  return scope.add(
    'invoiceitem',
    {
      date: scope.now,
      discountable: true,
      discounts: [],
      metadata: {},
      quantity_decimal: decimalText(given.quantity) as never,
      tax_rates: [],
      test_clock: scope.find('customer', given.customer)?.test_clock ?? null,
      ...given,
    },
    'invoiceitem.created',
  )
}

/** The subscription's own, and the customer's without a subscription. */
export function pendingItems(scope: Scope, subscription: Records['subscription']): InvoiceItem[] {
  return scope.all('invoiceitem').filter((item) => {
    const named = item.parent?.subscription_details?.subscription
    return (
      item.invoice === null &&
      item.customer === subscription.customer &&
      item.currency === subscription.currency &&
      (named === undefined || named === subscription.id)
    )
  })
}
