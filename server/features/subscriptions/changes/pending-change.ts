import type { Tx } from '#server/platform/database/transactions.ts'

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
