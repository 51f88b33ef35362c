import { dateIn } from '#domain/zones.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/** The clinic's date, YYYY-MM-DD. Role `system`. */
export async function todayOf(tx: Tx, clinicId: string, now: Date): Promise<string> {
  const { time_zone } = await tx
    .selectFrom('clinics')
    .select('time_zone')
    .where('id', '=', clinicId)
    .executeTakeFirstOrThrow()
  return dateIn(now, time_zone)
}
