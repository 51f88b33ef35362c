import type { Tx } from '#server/platform/database/transactions.ts'

/** Whether a change of a subscription is being made at Stripe: then no other may begin. */
export async function hasPendingChange(tx: Tx, clinicId: string, subscriptionId: string): Promise<boolean> {
  const pending = await tx
    .selectFrom('subscription_changes')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('subscription_id', '=', subscriptionId)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return pending !== undefined
}
