import type { Tx } from '../platform/database/transactions.ts'

export async function clinicZone(tx: Tx, clinicId: string): Promise<string> {
  const { time_zone } = await tx
    .selectFrom('clinics')
    .select('time_zone')
    .where('id', '=', clinicId)
    .executeTakeFirstOrThrow()
  return time_zone
}
