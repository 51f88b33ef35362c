import { sql } from 'kysely'
import { retentionClasses, undoDays } from '#domain/retention/retention.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/**
 * Deletes notices, notice preferences and last visits of team members and patients 30 days after they left a clinic.
 * Role `system`, in a retention job.
 * @returns how many rows
 */
export async function eraseLeftAccounts(tx: Tx, now: Date): Promise<number> {
  const { rows: tables } = await sql<{ name: string }>`
    select t.name from unnest(${Object.keys(retentionClasses).filter((name) => retentionClasses[name] === 'convenience')}::text[]) as t(name)
     where exists (select from pg_attribute a where a.attrelid = t.name::regclass and a.attname = 'user_id'
                      and not a.attisdropped)
       and exists (select from pg_attribute a where a.attrelid = t.name::regclass and a.attname = 'clinic_id'
                      and not a.attisdropped)
     order by t.name`.execute(tx)
  const left = sql`(
    select m.clinic_id, m.user_id from public.clinic_memberships m
     where m.user_id is not null
     group by m.clinic_id, m.user_id
    having bool_and(m.ended_at is not null) and max(m.ended_at) <= ${now}::timestamptz - ${`${undoDays} days`}::interval
       and not exists (select from public.patients p
                         join app.legal_holds h on h.clinic_id = p.clinic_id and h.patient_id = p.id
                        where p.clinic_id = m.clinic_id and p.user_id = m.user_id and h.released_at is null))`
  const activity = await sql`
    delete from public.membership_activity a using ${left} l
      join public.clinic_memberships m on m.clinic_id = l.clinic_id and m.user_id = l.user_id
     where a.clinic_id = m.clinic_id and a.membership_id = m.id`.execute(tx)
  let erased = Number(activity.numAffectedRows ?? 0)
  for (const { name } of tables) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(name)} t using ${left} l
       where t.clinic_id = l.clinic_id and t.user_id = l.user_id`.execute(tx)
    erased += Number(numAffectedRows ?? 0)
  }
  return erased
}
