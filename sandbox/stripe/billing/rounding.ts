/** Rounds half away from zero, so that a credit is exactly the negative of the same debit. */
export function roundCents(amount: number): number {
  return Math.sign(amount) * Math.round(Math.abs(amount))
}

/**
 * Splits `total` in proportion to `weights`, in whole cents that sum to it.
 * @param weights not negative; if all are zero, the first gets everything
 */
export function split(total: number, weights: number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0)
  let given = 0
  let seen = 0
  return weights.map((weight) => {
    seen += weight
    const upTo = sum === 0 ? total : roundCents((total * seen) / sum)
    const share = upTo - given
    given = upTo
    return share
  })
}
