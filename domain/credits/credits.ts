import * as z from 'zod/mini'
import { creditReasons, mostCreditCents, takeBackReasons } from './inputs.ts'

/** `attempt` identifies one opened form: a retry gives no second credit. */
export const giveCreditInput = z.object({
  patientId: z.uuid(),
  amountCents: z.number().check(z.int(), z.positive(), z.maximum(mostCreditCents)),
  reason: z.enum(creditReasons),
  attempt: z.uuid(),
})

/** `amountCents` is the unused credit as shown. */
export const takeBackCreditInput = z.object({
  patientId: z.uuid(),
  amountCents: z.number().check(z.int(), z.positive()),
  reason: z.enum(takeBackReasons),
  attempt: z.uuid(),
})

export const nextInvoiceInput = z.object({ patientId: z.uuid() })

export type CreditKind = 'given' | 'taken_back' | 'used' | 'returned' | 'other'

/** A change of a payer's credit; `cents` above zero is for the payer. */
export interface CreditChange {
  kind: CreditKind
  cents: number
  /** The credit after it; below zero the payer owes it. */
  balanceCents: number
  invoice: string | null
}

/**
 * The part of the credit that the clinic gave and no invoice has used. Invoices use a given credit first, so that the
 * rest of a payer's own money, such as a prorated change, is never taken back (docs/decisions/0192).
 * @param changes oldest first
 */
export function unusedGivenCents(changes: readonly CreditChange[]): number {
  let unused = 0
  let overdrawn = 0
  const usedBy = new Map<string, number>()
  for (const { kind, cents, balanceCents, invoice } of changes) {
    const of = invoice ?? ''
    if (kind === 'given') unused += cents
    if (kind === 'taken_back') {
      // more than was left is returned by the next change
      const left = unused - overdrawn + cents
      unused = Math.max(0, left)
      overdrawn = Math.max(0, -left)
    }
    if (kind === 'used') {
      const used = Math.min(unused, -cents)
      unused -= used
      usedBy.set(of, (usedBy.get(of) ?? 0) + used)
    }
    if (kind === 'returned') {
      unused += Math.min(usedBy.get(of) ?? 0, cents)
      usedBy.delete(of)
    }
    unused = Math.max(0, Math.min(unused, balanceCents))
  }
  return unused
}
