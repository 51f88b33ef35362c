import { newId } from '../world/ids.ts'
import type { Records } from '../world/records.ts'
import { idOf } from '../world/records.ts'
import type { Scope } from '../world/scope.ts'
import { couponOf, discountAmounts } from './discounts.ts'
import { decimalText, lineText } from './prices.ts'
import { type AppliedRate, ratesOfLine, sumOf, type Tax, taxesOn, totalTaxes } from './taxes.ts'

type Invoice = Records['invoice']
export type InvoiceLine = Invoice['lines']['data'][number]
type SubscriptionItem = Records['subscription']['items']['data'][number]

export function periodLine(scope: Scope, subscription: string, item: SubscriptionItem, isTrial = false) {
  const quantity = item.quantity ?? 1
  const price = scope.must('price', item.price.id)
  const amount = isTrial ? 0 : (price.unit_amount ?? 0) * quantity
  return line(scope, {
    amount,
    currency: price.currency,
    description: isTrial
      ? `Trial period for ${scope.find('product', price.product)?.name ?? ''}`
      : lineText(scope, price, quantity),
    metadata: item.metadata,
    parent: {
      type: 'subscription_item_details',
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription,
        subscription_item: item.id,
      },
    },
    period: { start: item.current_period_start, end: item.current_period_end },
    pricing: pricingOf(price.id, price.product, isTrial ? 0 : (price.unit_amount ?? 0)),
    quantity,
    subscription,
  })
}

/** Prorations name their subscription item. */
export function itemLine(scope: Scope, item: Records['invoiceitem']): InvoiceLine {
  const details = item.parent?.subscription_details ?? null
  const proration = { proration: item.proration, proration_details: { credited_items: null } }
  return line(scope, {
    amount: item.amount,
    currency: item.currency,
    description: item.description,
    discountable: item.discountable,
    metadata: item.metadata ?? {},
    parent: details?.subscription_item
      ? {
          type: 'subscription_item_details',
          invoice_item_details: null,
          subscription_item_details: {
            ...proration,
            invoice_item: item.id,
            subscription: details.subscription,
            subscription_item: details.subscription_item,
          },
        }
      : {
          type: 'invoice_item_details',
          subscription_item_details: null,
          invoice_item_details: {
            ...proration,
            invoice_item: item.id,
            subscription: details?.subscription ?? null,
          },
        },
    period: item.period,
    pricing: item.pricing,
    quantity: item.quantity,
    subscription: details?.subscription ?? null,
  })
}

export function pricingOf(price: string, product: string, unitAmount: number): InvoiceLine['pricing'] {
  return {
    type: 'price_details',
    price_details: { price, product },
    unit_amount_decimal: decimalText(unitAmount) as never,
  }
}

function line(_scope: Scope, given: Partial<InvoiceLine> & { amount: number; quantity: number | null }) {
  return {
    id: newId('il'),
    object: 'line_item',
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: {},
    pretax_credit_amounts: [],
    quantity_decimal: given.quantity === null ? null : decimalText(given.quantity),
    subtotal: given.amount,
    taxes: [],
    ...given,
  } as InvoiceLine
}

/**
 * Subtotal, discounts, taxes and total agree to the cent (docs/payments.md invariant 8).
 *
 * @param rates for lines whose item has none
 */
export function totalsOf(
  scope: Scope,
  invoiceId: string,
  lines: InvoiceLine[],
  discountIds: Invoice['discounts'],
  rates: AppliedRate[] = [],
): Partial<Invoice> {
  const discounts = discountIds.flatMap((id) => scope.find('discount', idOf(id)) ?? [])
  const coupons = discounts.map((discount) => couponOf(scope, discount))
  const amounts = discountAmounts(
    coupons,
    lines.map((each) => ({
      amount: each.amount,
      discountable: each.discountable,
      product: each.pricing?.price_details?.product ?? null,
    })),
  )
  const taxes = lines.map((each, index): Tax[] => {
    const off = amounts.reduce((total, ofOne) => total + (ofOne[index] ?? 0), 0)
    return taxesOn(each.amount - off, ratesOfLine(scope, each, rates))
  })
  const discounted = lines.map((each, index) => ({
    ...each,
    invoice: invoiceId,
    taxes: taxes[index] ?? [],
    discount_amounts: discounts.flatMap(({ id }, at) => {
      const amount = amounts[at]?.[index] ?? 0
      return amount === 0 ? [] : [{ amount, discount: id }]
    }),
  }))
  const sum = (values: number[]) => values.reduce((a, b) => a + b, 0)
  const subtotal = sum(lines.map((each) => each.amount))
  const all = taxes.flat()
  const total = subtotal - sum(amounts.flat()) + sumOf(all, 'exclusive')
  const withinSubtotal = sum(
    lines.map((each) => sumOf(taxesOn(each.amount, ratesOfLine(scope, each, rates)), 'inclusive')),
  )
  const offs = discounts.map(({ id }, at) => ({ amount: sum(amounts[at] ?? []), discount: id }))
  return {
    lines: { object: 'list', data: discounted, has_more: false, url: `/v1/invoices/${invoiceId}/lines` },
    subtotal,
    subtotal_excluding_tax: subtotal - withinSubtotal,
    total,
    total_excluding_tax: total - sumOf(all),
    default_tax_rates: rates,
    total_discount_amounts: offs,
    total_pretax_credit_amounts: offs.map((off) => ({ ...off, type: 'discount' as const })),
    total_taxes: totalTaxes(taxes),
    amount_due: Math.max(0, total),
    amount_remaining: Math.max(0, total),
  }
}
