import type { Tx } from '#server/platform/database/transactions.ts'

/** Whether a change for the next period has been made at Stripe. Role `system`. */
export async function isMoving(
  tx: Tx,
  clinicId: string,
  subscriptionId: string,
  now: Date,
): Promise<boolean> {
  const row = await tx
    .selectFrom('subscription_changes')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('subscription_id', '=', subscriptionId)
    .where('kind', 'in', ['plan', 'price'])
    .where('state', '=', 'done')
    .where('effective_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}
