/** Debits of a patient's bank account: ACH in the US, pre-authorized debit in Canada (docs/payments.md 10). */

import { dayMs } from '../values/durations.ts'

/** Stripe's names, also stored in place of a card's brand. */
export const debitMethods = ['us_bank_account', 'acss_debit'] as const
export type DebitMethod = (typeof debitMethods)[number]

/** @param brand of a saved or charged payment method */
export function isBankAccount(brand: string | null | undefined): brand is DebitMethod {
  return brand === 'us_bank_account' || brand === 'acss_debit'
}

/** Stripe offers one method for each currency of clinics. */
export function debitMethodOf(currency: string): DebitMethod {
  return currency === 'cad' ? 'acss_debit' : 'us_bank_account'
}

/** Stripe's payment page for plans takes ACH alone; Canadian accounts are saved after joining. */
export function paysOnJoining(method: DebitMethod): boolean {
  return method === 'us_bank_account'
}

/** Business days until the banks have usually answered, as Stripe states them. */
export const debitDays: Record<DebitMethod, number> = { us_bank_account: 4, acss_debit: 5 }

/** About when a debit arrives, without regard to bank holidays. */
export function settlesAbout(method: DebitMethod, startedAt: Date): Date {
  let at = startedAt.getTime()
  for (let left = debitDays[method]; left > 0; ) {
    at += dayMs
    const weekday = new Date(at).getUTCDay()
    if (weekday !== 0 && weekday !== 6) left--
  }
  return new Date(at)
}

/** Stripe's state of the clinic's right to debit; null: never requested. */
export type DebitCapability = 'active' | 'pending' | 'inactive'
