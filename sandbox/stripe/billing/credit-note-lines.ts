import { newId } from '../world/ids.ts'
import type { Records } from '../world/records.ts'
import type { Scope } from '../world/scope.ts'
import { invalidRequest, missingParameter } from '../world/stripe-failure.ts'
import { decimalText } from './prices.ts'
import { roundCents } from './rounding.ts'
import { chosenRates, sumOf, type Tax, taxesOn, totalTaxes } from './taxes.ts'

type CreditNote = Records['credit_note']
type CreditLine = CreditNote['lines']['data'][number]
type Invoice = Records['invoice']

/** A line as a parameter: a part of a line of the invoice, or words and an amount of their own. */
export interface NewCreditLine {
  type: 'custom_line_item' | 'invoice_line_item'
  invoiceLine?: string | null
  /** Of a line of the invoice, before discounts and tax. */
  amount?: number
  description?: string | null
  quantity?: number
  unitAmount?: number
  taxRates?: string[]
  metadata: Record<string, string>
}

type Sums = Partial<CreditNote> & { amount: number }

/** The sums of a credit note with these lines: each part of an invoice's line with its share of discounts and taxes. */
export function sumsOfLines(scope: Scope, invoice: Invoice, given: NewCreditLine[]): Sums {
  const lines = given.map((line, index) =>
    line.type === 'custom_line_item'
      ? customLine(scope, line, `lines[${index}]`)
      : partOfLine(invoice, line, `lines[${index}]`),
  )
  const sum = (amountOf: (line: CreditLine) => number) => lines.reduce((all, line) => all + amountOf(line), 0)
  const taxes = totalTaxes(lines.map((line) => (line.taxes ?? []) as Tax[]))
  const subtotal = sum((line) => line.amount)
  const discount = sum((line) => line.discount_amount)
  const total = subtotal - discount + sumOf(taxes, 'exclusive')
  return {
    amount: total,
    total,
    subtotal,
    subtotal_excluding_tax: subtotal - sumOf(taxes, 'inclusive'),
    total_excluding_tax: total - sumOf(taxes),
    discount_amount: discount,
    discount_amounts: lines.flatMap((line) => line.discount_amounts),
    total_taxes: taxes as CreditNote['total_taxes'],
    lines: listOf(lines),
  }
}

/** The sums of a credit note of an amount, with tax: the invoice's taxes in proportion, and what is left as one line. */
export function sumsOfAmount(invoice: Invoice, amount: number): Sums {
  const taxes = share(invoice.total_taxes as Tax[] | null, amount / invoice.total)
  const lineAmount = amount - sumOf(taxes, 'exclusive')
  const excludingTax = amount - sumOf(taxes)
  return {
    amount,
    total: amount,
    subtotal: lineAmount,
    subtotal_excluding_tax: excludingTax,
    total_excluding_tax: excludingTax,
    total_taxes: taxes as CreditNote['total_taxes'],
    lines: listOf([
      lineOf({
        amount: lineAmount,
        description: `Credit for invoice ${invoice.number}`,
        quantity: 1,
        taxes: taxes as CreditLine['taxes'],
        unit_amount: lineAmount,
        type: 'custom_line_item',
      }),
    ]),
  }
}

function customLine(scope: Scope, given: NewCreditLine, param: string): CreditLine {
  const { description, unitAmount, quantity = 1 } = given
  if (given.invoiceLine || given.amount !== undefined)
    throw invalidRequest('A custom_line_item has a unit_amount, and no line of the invoice.', { param })
  if (!description) throw missingParameter(`${param}[description]`)
  if (unitAmount === undefined) throw missingParameter(`${param}[unit_amount]`)
  const rates = chosenRates(scope, given.taxRates, `${param}[tax_rates]`)
  const amount = unitAmount * quantity
  return lineOf({
    amount,
    description,
    metadata: given.metadata,
    quantity,
    tax_rates: rates as CreditLine['tax_rates'],
    taxes: taxesOn(amount, rates) as CreditLine['taxes'],
    unit_amount: unitAmount,
    type: 'custom_line_item',
  })
}

function partOfLine(invoice: Invoice, given: NewCreditLine, param: string): CreditLine {
  if (!given.invoiceLine) throw missingParameter(`${param}[invoice_line_item]`)
  if (given.unitAmount !== undefined || given.taxRates)
    throw invalidRequest('An invoice_line_item has the price and the taxes of its line.', { param })
  const line = invoice.lines.data.find(({ id }) => id === given.invoiceLine)
  if (!line)
    throw invalidRequest(`No such line of the invoice: '${given.invoiceLine}'`, {
      param: `${param}[invoice_line_item]`,
      code: 'resource_missing',
    })
  const quantity = given.quantity ?? null
  const amount =
    given.amount ?? roundCents((line.amount * (quantity ?? 1)) / (quantity ? (line.quantity ?? 1) : 1))
  if (amount > line.amount) {
    throw invalidRequest(`The credit exceeds the line's amount of ${line.amount}.`, { param })
  }
  const part = line.amount === 0 ? 0 : amount / line.amount
  const offs = (line.discount_amounts ?? []).map((off) => ({ ...off, amount: roundCents(off.amount * part) }))
  return lineOf({
    amount,
    description: line.description,
    discount_amount: offs.reduce((all, off) => all + off.amount, 0),
    discount_amounts: offs,
    invoice_line_item: line.id,
    metadata: given.metadata,
    quantity,
    taxes: share(line.taxes as Tax[] | null, part) as CreditLine['taxes'],
    unit_amount: quantity === null ? null : roundCents(amount / quantity),
    type: 'invoice_line_item',
  })
}

function share(taxes: Tax[] | null, part: number): Tax[] {
  return (taxes ?? []).map((tax) => ({
    ...tax,
    amount: roundCents(tax.amount * part),
    taxable_amount: roundCents((tax.taxable_amount ?? 0) * part),
  }))
}

function lineOf(given: Partial<CreditLine> & { amount: number; type: CreditLine['type'] }): CreditLine {
  const unit = given.unit_amount ?? null
  return {
    id: newId('cnli'),
    object: 'credit_note_line_item',
    description: null,
    discount_amount: 0,
    discount_amounts: [],
    livemode: false,
    metadata: {},
    pretax_credit_amounts: [],
    quantity: null,
    tax_rates: [],
    taxes: [],
    unit_amount: unit,
    unit_amount_decimal: unit === null ? null : (decimalText(unit) as never),
    ...given,
  }
}

function listOf(data: CreditLine[]): CreditNote['lines'] {
  return { object: 'list', data, has_more: false, url: '/v1/credit_notes/lines' } as CreditNote['lines']
}
