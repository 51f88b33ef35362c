import { present } from '../world/present.ts'
import type { Records } from '../world/records.ts'
import { idOf } from '../world/records.ts'
import type { Scope } from '../world/scope.ts'
import { invalidRequest } from '../world/stripe-failure.ts'
import { roundCents } from './rounding.ts'

type InvoiceLine = Records['invoice']['lines']['data'][number]

/** A tax rate as stored on objects: whole, as it was when set. */
export type AppliedRate = NonNullable<Records['invoice']['default_tax_rates']>[number]
export type Tax = NonNullable<InvoiceLine['taxes']>[number]

/** @throws StripeFailure for an unknown or archived rate, or more than five */
export function chosenRates(scope: Scope, ids: string[] | null | undefined, param: string): AppliedRate[] {
  if ((ids?.length ?? 0) > 5) {
    throw invalidRequest('You can apply at most 5 tax rates.', { param })
  }
  return (ids ?? []).map((id, index) => {
    const rate = scope.must('tax_rate', id, `${param}[${index}]`)
    if (!rate.active) throw invalidRequest(`The tax rate ${id} is archived.`, { param })
    return present(scope, rate) as unknown as AppliedRate
  })
}

/**
 * The taxes of an amount after discounts, in cents, each rounded half away from zero. Inclusive taxes are part of the
 * amount; exclusive ones are added, on the amount without the inclusive ones.
 */
export function taxesOn(
  amount: number,
  rates: readonly Pick<AppliedRate, 'id' | 'inclusive' | 'percentage'>[],
) {
  const contained = rates.filter((rate) => rate.inclusive).reduce((sum, rate) => sum + rate.percentage, 0)
  const base = amount / (1 + contained / 100)
  // The taxable amount excludes inclusive taxes, so that both sum to the amount.
  const inclusive = rates
    .filter((rate) => rate.inclusive)
    .reduce((sum, rate) => sum + roundCents((base * rate.percentage) / 100), 0)
  return rates.map(
    (rate): Tax => ({
      amount: roundCents((base * rate.percentage) / 100),
      tax_behavior: rate.inclusive ? 'inclusive' : 'exclusive',
      tax_rate_details: { tax_rate: rate.id },
      taxability_reason: 'not_available',
      taxable_amount: amount - inclusive,
      type: 'tax_rate_details',
    }),
  )
}

export function ratesOfLine(scope: Scope, line: InvoiceLine, byDefault: AppliedRate[]): AppliedRate[] {
  const own = ownRates(scope, line)
  return own.length > 0 ? own : byDefault
}

function ownRates(scope: Scope, { parent }: InvoiceLine): AppliedRate[] {
  const item =
    parent?.invoice_item_details?.invoice_item ?? parent?.subscription_item_details?.invoice_item ?? null
  if (item) return scope.find('invoiceitem', item)?.tax_rates ?? []
  const details = parent?.subscription_item_details
  const subscription = scope.find('subscription', details?.subscription)
  return subscription?.items.data.find(({ id }) => id === details?.subscription_item)?.tax_rates ?? []
}

export function totalTaxes(lines: readonly Tax[][]): Tax[] {
  const totals = new Map<string, Tax>()
  for (const tax of lines.flat()) {
    const id = idOf(tax.tax_rate_details?.tax_rate) ?? ''
    const before = totals.get(id)
    totals.set(
      id,
      before
        ? {
            ...before,
            amount: before.amount + tax.amount,
            taxable_amount: (before.taxable_amount ?? 0) + (tax.taxable_amount ?? 0),
          }
        : tax,
    )
  }
  return [...totals.values()]
}

/** @param behavior null for both */
export function sumOf(taxes: readonly Tax[], behavior: 'inclusive' | 'exclusive' | null = null): number {
  return taxes
    .filter((tax) => behavior === null || tax.tax_behavior === behavior)
    .reduce((sum, tax) => sum + tax.amount, 0)
}

/** "HST (13%)", as on Stripe's pages. */
export function taxText(scope: Scope, tax: Tax): string {
  const rate = scope.find('tax_rate', idOf(tax.tax_rate_details?.tax_rate))
  const name = `${rate?.display_name ?? 'Tax'} (${rate?.percentage ?? 0}%)`
  return tax.tax_behavior === 'inclusive' ? `${name}, included` : name
}
