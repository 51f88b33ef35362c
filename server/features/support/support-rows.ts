import { requestDays, type SupportAccess, supportListLimit, supportStateOf } from '#domain/support/support.ts'
import { dayMs } from '#domain/values/durations.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/** Accesses, newest first: of one clinic, or of all. Role `system`. */
export async function readAccesses(tx: Tx, now: Date, clinicId?: string): Promise<SupportAccess[]> {
  const all = tx
    .selectFrom('app.support_access as s')
    .innerJoin('clinics as c', 'c.id', 's.clinic_id')
    .select(['s.id', 'c.name', 's.reason', 's.asked_at', 's.decided_at', 's.ends_at', 's.ended_at'])
    .orderBy('s.asked_at', 'desc')
    .orderBy('s.id')
    .limit(supportListLimit)
  const rows = await (clinicId ? all.where('s.clinic_id', '=', clinicId) : all).execute()
  return rows.map((row) => {
    const { asked_at: askedAt, decided_at: decidedAt, ends_at: endsAt, ended_at: endedAt } = row
    const state = supportStateOf({ askedAt, decidedAt, endsAt, endedAt }, now)
    const until = endsAt && endedAt && endedAt < endsAt ? endedAt : endsAt
    return {
      id: row.id,
      clinicName: row.name,
      reason: row.reason,
      state,
      askedAt: askedAt.toISOString(),
      decidedAt: decidedAt?.toISOString() ?? null,
      endsAt: until?.toISOString() ?? null,
    }
  })
}

/** Ends expired requests and accesses, so that a new request is possible. Role `system`. */
export async function endLapsed(tx: Tx, clinicId: string, now: Date): Promise<void> {
  await tx
    .updateTable('app.support_access')
    .set((row) => ({ ended_at: row.fn.coalesce('ends_at', row.val(now)) }))
    .where('clinic_id', '=', clinicId)
    .where('ended_at', 'is', null)
    .where((row) =>
      row.or([
        row('ends_at', '<=', now),
        row.and([
          row('decided_at', 'is', null),
          row('asked_at', '<=', new Date(now.getTime() - requestDays * dayMs)),
        ]),
      ]),
    )
    .execute()
}
