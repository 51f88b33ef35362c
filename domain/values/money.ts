/** Whole cents with a currency, never floats (docs/domain-rules.md rule 1). */

const locale = 'en-US'

/** ISO 4217 in lower case, as at Stripe: `usd`, `cad`. */
export type Currency = string

/** Decimal places: 2 for usd, 0 for jpy. */
export function currencyDigits(currency: Currency): number {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency: currency.toUpperCase() })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}

/** `$1,450.75` for 145075 usd, `¥500` for 500 jpy. */
export function formatMoney(amountCents: number, currency: Currency): string {
  return moneyFormat(currency, 'auto').format(amountCents / 10 ** currencyDigits(currency))
}

/** `formatMoney` without cents on whole amounts: `$49`. For large prices. */
export function formatPrice(amountCents: number, currency: Currency): string {
  return moneyFormat(currency, 'stripIfInteger').format(amountCents / 10 ** currencyDigits(currency))
}

function moneyFormat(
  currency: Currency,
  trailingZeroDisplay: Intl.NumberFormatOptions['trailingZeroDisplay'],
): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: currency.toUpperCase(),
    trailingZeroDisplay,
  })
}

/** `12%`. @param fraction 0.12 */
export function formatPercent(fraction: number): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(fraction)
}

/** `49.00` for 4900 usd: for a number field and for CSV. */
export function plainAmount(amountCents: number, currency: Currency): string {
  const digits = currencyDigits(currency)
  const sign = amountCents < 0 ? '-' : ''
  const text = String(Math.abs(amountCents)).padStart(digits + 1, '0')
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** Cents of an amount field: `49`, `49.5`, `1,450.75`, `$99`; null if invalid. Computed on digits, without floats. */
export function parseAmount(text: string, currency: Currency): number | null {
  const digits = currencyDigits(currency)
  const match = /^\s*[^\d\s.,-]?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?\s*$/.exec(text)
  if (!match?.[1]) return null
  const fraction = match[2] ?? ''
  if (fraction.length > digits) return null
  const cents = Number(match[1].replaceAll(',', '') + fraction.padEnd(digits, '0'))
  return Number.isSafeInteger(cents) ? cents : null
}

/** `cents` x `part` / `whole`, half up. `part` and `whole` are whole numbers of one unit, `whole` above 0. */
export function partOf(cents: number, part: number, whole: number): number {
  // bigint: a year in milliseconds times thousands of dollars is no safe integer.
  const doubled = BigInt(cents) * BigInt(part) * 2n + BigInt(whole)
  const unit = BigInt(whole) * 2n
  // Division of a bigint truncates towards zero.
  return Number(doubled / unit) - (doubled % unit < 0n ? 1 : 0)
}

/** Whole percent by which `now` differs from `before`; null if `before` is 0. */
export function percentChange(now: number, before: number): number | null {
  return before === 0 ? null : Math.round(((now - before) / Math.abs(before)) * 100)
}
