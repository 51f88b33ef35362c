import type { VisitTime } from '#domain/appointments/visit-time.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/**
 * The visit of a reminder. Role `system`.
 * @returns null if it has moved, was canceled or has begun
 */
export async function visitOfReminder(
  tx: Tx,
  { clinicId, visit, now }: { clinicId: string; visit: { id: string; startsAt: Date }; now: Date },
): Promise<VisitTime | null> {
  if (visit.startsAt <= now) return null
  const row = await tx
    .selectFrom('appointments')
    .select(['starts_at', 'time_zone'])
    .where('clinic_id', '=', clinicId)
    .where('id', '=', visit.id)
    .where('status', '=', 'upcoming')
    .where('arrived_at', 'is', null)
    .where('starts_at', '=', visit.startsAt)
    .executeTakeFirst()
  return row ? { startsAt: row.starts_at.toISOString(), timeZone: row.time_zone } : null
}

export function visitOfNotice(row: {
  appointment_id: string | null
  visit_starts_at: Date | null
}): { id: string; startsAt: Date } | null {
  const { appointment_id: id, visit_starts_at: startsAt } = row
  return id && startsAt ? { id, startsAt } : null
}
