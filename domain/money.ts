/** Amounts of money: whole cents with a currency, never floats (docs/domain-rules.md rule 1). */

/** ISO 4217 in lower case, as Stripe writes it: `usd`, `cad`. */
export type Currency = string

/** How many decimal places a currency has: 2 for usd, 0 for jpy. */
export function currencyDigits(currency: Currency): number {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}

/** `$1,450.75` for 145075 usd. Whole amounts may leave the cents out: `$49`. */
export function formatMoney(
  amountCents: number,
  currency: Currency,
  { locale = 'en-US', hideZeroCents = false }: { locale?: string; hideZeroCents?: boolean } = {},
): string {
  const digits = currencyDigits(currency)
  const amount = amountCents / 10 ** digits
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: hideZeroCents && Number.isInteger(amount) ? 0 : digits,
  }).format(amount)
}

/** `49.00` for 4900 usd: for a number field and for CSV. */
export function plainAmount(amountCents: number, currency: Currency): string {
  const digits = currencyDigits(currency)
  const sign = amountCents < 0 ? '-' : ''
  const text = String(Math.abs(amountCents)).padStart(digits + 1, '0')
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/**
 * What a person typed into an amount field as cents, or null when it is no amount: `49`, `49.5`, `1,450.75`, `$99`.
 *
 * Worked out on the digits, so that no amount passes through a float.
 */
export function parseAmount(text: string, currency: Currency): number | null {
  const digits = currencyDigits(currency)
  const match = /^\s*[^\d\s.,-]?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?\s*$/.exec(text)
  if (!match?.[1]) return null
  const fraction = match[2] ?? ''
  if (fraction.length > digits) return null
  const cents = Number(match[1].replaceAll(',', '') + fraction.padEnd(digits, '0'))
  return Number.isSafeInteger(cents) ? cents : null
}

/** Whole percent by which `now` differs from `before`; null when there is nothing to compare with. */
export function percentChange(now: number, before: number): number | null {
  return before === 0 ? null : Math.round(((now - before) / Math.abs(before)) * 100)
}
