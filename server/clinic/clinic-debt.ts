import { isStopped } from '#domain/statements/commission-dunning.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/**
 * Whether overdue commission stops a clinic from taking new members and publishing. Current members are not affected
 * (docs/payments.md 9). Role `system`.
 */
export async function isStoppedForDebt(tx: Tx, clinicId: string, now: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('clinic_invoices')
    .select((eb) => eb.fn.min<Date | null>('past_due_at').as('pastDueAt'))
    .where('clinic_id', '=', clinicId)
    .where('kind', '=', 'commission')
    .where('status', 'in', ['open', 'uncollectible'])
    .executeTakeFirst()
  return isStopped(row?.pastDueAt ?? null, now)
}

/** Whether a clinic has a saved card for its debt to Carefold. Role `system`. */
export async function hasCard(tx: Tx, clinicId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('clinic_billing')
    .select('card_method')
    .where('clinic_id', '=', clinicId)
    .executeTakeFirstOrThrow()
  return row.card_method !== null
}
