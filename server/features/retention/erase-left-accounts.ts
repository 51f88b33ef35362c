import { sql } from 'kysely'
import { retentionClasses, undoDays } from '#domain/retention/retention.ts'
import type { Transactions, Tx } from '#server/platform/database/transactions.ts'
import { clinicByClinic } from '#server/platform/jobs/clinic-by-clinic.ts'

/**
 * Deletes notices, notice preferences and last visits of team members and patients 30 days after they left a clinic.
 * @returns how many rows
 */
export async function eraseLeftAccounts(
  of: { transactions: Transactions; purpose: string },
  now: Date,
): Promise<number> {
  const left = (ofClinic = sql`true`) => sql`(
    select m.clinic_id, m.user_id from public.clinic_memberships m
     where m.user_id is not null and ${ofClinic}
     group by m.clinic_id, m.user_id
    having bool_and(m.ended_at is not null) and max(m.ended_at) <= ${now}::timestamptz - ${`${undoDays} days`}::interval
       and not exists (select from public.patients p
                         join app.legal_holds h on h.clinic_id = p.clinic_id and h.patient_id = p.id
                        where p.clinic_id = m.clinic_id and p.user_id = m.user_id and h.released_at is null))`
  const tables = await of.transactions.withSystem(of.purpose, tablesOfUsers)
  return clinicByClinic(
    of,
    async (tx) => {
      const { rows } = await sql<{ clinic_id: string }>`select distinct l.clinic_id from ${left()} l`.execute(
        tx,
      )
      return rows
    },
    async (tx, clinicId) => {
      const { rows } = await sql<{ user_id: string }>`
        select l.user_id from ${left(sql`m.clinic_id = ${clinicId}`)} l`.execute(tx)
      const users = rows.map(({ user_id }) => user_id)
      const activity = await sql`
        delete from public.membership_activity a using public.clinic_memberships m
         where a.clinic_id = ${clinicId} and m.clinic_id = ${clinicId} and m.user_id = any (${users}::uuid[])
           and a.membership_id = m.id`.execute(tx)
      let erased = Number(activity.numAffectedRows ?? 0)
      for (const name of tables) {
        const { numAffectedRows } = await sql`
          delete from ${sql.table(name)} t
           where t.clinic_id = ${clinicId} and t.user_id = any (${users}::uuid[])`.execute(tx)
        erased += Number(numAffectedRows ?? 0)
      }
      return erased
    },
  )
}

async function tablesOfUsers(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select t.name from unnest(${Object.keys(retentionClasses).filter((name) => retentionClasses[name] === 'convenience')}::text[]) as t(name)
     where exists (select from pg_attribute a where a.attrelid = t.name::regclass and a.attname = 'user_id'
                      and not a.attisdropped)
       and exists (select from pg_attribute a where a.attrelid = t.name::regclass and a.attname = 'clinic_id'
                      and not a.attisdropped)
     order by t.name`.execute(tx)
  return rows.map(({ name }) => name)
}
