import { planKinds } from '#domain/plans/plans.ts'
import { taxShare } from '#domain/statements/commission.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { accounts, type RevenueKind } from './ledger.ts'

/** Cents of money and of the tax in it. */
export interface Part {
  amountCents: number
  taxCents: number
}

interface BookedPart extends Part {
  kind: RevenueKind
}

/**
 * Reads journal entries as parts of a payment: positive for money that the clinic received. Role `system`.
 * @returns by key; keys that are not booked are absent
 */
export async function bookedParts(
  tx: Tx,
  clinicId: string,
  keys: readonly string[],
): Promise<Map<string, BookedPart>> {
  const parts = new Map<string, BookedPart>()
  if (keys.length === 0) return parts
  const postings = await tx
    .selectFrom('journal as j')
    .innerJoin('postings as p', (join) =>
      join.onRef('p.clinic_id', '=', 'j.clinic_id').onRef('p.journal_id', '=', 'j.id'),
    )
    .select(['j.key', 'p.account', 'p.amount_cents as cents'])
    .where('j.clinic_id', '=', clinicId)
    .where('j.key', 'in', keys)
    .execute()
  for (const { key, account, cents } of postings) {
    const part = parts.get(key) ?? { amountCents: 0, taxCents: 0, kind: 'uninsured' }
    if (account === accounts.clearing(clinicId) || account === accounts.cash(clinicId))
      part.amountCents = cents
    if (account === accounts.tax(clinicId)) part.taxCents = 0 - cents
    const kind = [...planKinds, 'other' as const].find((each) => account === accounts.revenue(clinicId, each))
    if (kind) part.kind = kind
    parts.set(key, part)
  }
  return parts
}

/**
 * The tax in a further part of a whole, by the parts booked before it. So the parts' tax sums to the whole's, whatever the
 * order in which Stripe lists them.
 */
export function nextTax(booked: Iterable<Part>, amountCents: number, whole: Part): number {
  let before = 0
  let taxBefore = 0
  for (const part of booked) {
    before += part.amountCents
    taxBefore += part.taxCents
  }
  return taxShare(before + amountCents, whole.amountCents, whole.taxCents) - taxBefore
}

export function negated({ amountCents, taxCents }: Part): Part {
  return { amountCents: 0 - amountCents, taxCents: 0 - taxCents }
}
