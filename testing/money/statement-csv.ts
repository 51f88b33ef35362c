/** Recomputes a statement from its CSV alone, in cents, independently of the code under test. */
export function recompute(csv: string) {
  const rows = csv
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',').map((cell) => cell.replace(/^"(.*)"$/, '$1')))
  const cents = (amount: string) => Math.round(Number(amount) * 100)
  const only = (type: string) => rows.find((row) => row[1] === type)?.[6] ?? ''
  const linesCents = rows
    .filter((row) => row[1] === 'line')
    .reduce((sum, row) => sum + cents(row[6] ?? '0'), 0)
  const netCents = linesCents + cents(only('carried_in'))
  // a ten-thousandth of the product, rounded half up, on whole numbers
  const product = Math.max(0, netCents) * Number(only('rate_bps'))
  const exact = Math.floor(product / 10_000) + (product % 10_000 >= 5_000 ? 1 : 0)
  // an amount that Stripe would not charge is carried over
  const flat = only('fee') === '' ? null : cents(only('fee')) * Number(only('members') || 1)
  const commissionCents = flat ?? (exact < 50 ? 0 : exact)
  return {
    netCents,
    commissionCents,
    stated: { netCents: cents(only('net')), commissionCents: cents(only('commission')) },
  }
}
