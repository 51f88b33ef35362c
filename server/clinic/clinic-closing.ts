import type { Tx } from '../platform/database/transactions.ts'

/** Whether a clinic is closing and has stopped sales. Role `system`. */
export async function isClosing(tx: Tx, clinicId: string): Promise<boolean> {
  const open = await tx
    .selectFrom('app.clinic_closings')
    .select('clinic_id')
    .where('clinic_id', '=', clinicId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return open !== undefined
}
