import { afterAll } from 'vitest'
import { closedAtEnd } from '../set-up.ts'
import { openTestPayments, openTestSale } from './payments.ts'

export const setUpPayments = closedAtEnd(openTestPayments)

/** A clinic that sells, and its plan, of a test file. */
export async function setUpSale() {
  const sale = await openTestSale()
  afterAll(() => sale.test.close())
  return sale
}
