import type { Scene } from './scene.ts'
import type { Tally } from './writers.ts'

/** Each must count zero in every state of the database (docs/reliability.md 4). */
export const invariants: Record<string, string> = {
  'memberships without a clinic': `
    select count(*)::int as count from public.clinic_memberships m
     where not exists (select from public.clinics c where c.id = m.clinic_id)`,
  'sessions of somebody banned that are let in': `
    select count(*)::int as count from auth.users u join auth.sessions s on s.user_id = u.id
     where u.banned_until > now() and app.enter(u.id, s.id, null, null, null) <> 'anon'`,
  'clinics without an admin': `
    select count(*)::int as count from public.clinics c
     where not exists (select from public.clinic_memberships m
                        where m.clinic_id = c.id and m.role = 'admin' and m.ended_at is null)`,
  'mails that wait for no job': `
    select count(*)::int as count from app.mails m
     where m.status = 'queued' and not exists (select from jobs.job j where j.data ->> 'mailId' = m.id::text)`,
  'accounts without a way to sign in': `
    select count(*)::int as count from auth.users u
     where u.email like '%@drill.test' and not exists (select from auth.identities i where i.user_id = u.id)`,
  'half invitations: no membership, no audit row, or no mail': `
    select count(*)::int as count from public.invitations i
     where i.email like '%@drill.test' and not (
       exists (select from public.clinic_memberships m where m.clinic_id = i.clinic_id and m.id = i.membership_id)
       and exists (select from app.audit_log a where a.clinic_id = i.clinic_id and a.details ->> 'invitation' = i.id::text)
       and exists (select from app.mails m where m.clinic_id = i.clinic_id and m.to_address = i.email))`,
  'memberships that wait for no invitation': `
    select count(*)::int as count from public.clinic_memberships m
     where m.status = 'invited' and m.ended_at is null
       and not exists (select from public.invitations i where i.clinic_id = m.clinic_id and i.membership_id = m.id)`,
  'visits without the audit row of their booking, or with two': `
    select count(*)::int as count from public.appointments v
     where v.notes like '%@drill.test'
       and (select count(*) from app.audit_log a
             where a.clinic_id = v.clinic_id and a.subject_id = v.id::text and a.action = 'appointment.booked') <> 1`,
  'broken audit chains': `
    select count(*)::int as count from public.clinics c cross join lateral app.check_audit_chain(c.id) f
     where f.problem is not null`,
  'ledger entries that do not add up': `
    select count(*)::int as count from (
      select from public.postings group by clinic_id, journal_id having sum(amount_cents) <> 0) unbalanced`,
}

export function violations({ query }: Scene): Promise<string[]> {
  return violationsIn((sql) => query<{ count: number }>(sql))
}

export async function violationsIn(query: (sql: string) => Promise<{ count: number }[]>): Promise<string[]> {
  const found: string[] = []
  for (const [what, statement] of Object.entries(invariants)) {
    const [row] = await query(statement)
    if (row?.count !== 0) found.push(`${row?.count} ${what}`)
  }
  return found
}

/** Acknowledged writes that are missing or duplicated. */
export async function lostWrites({ query }: Scene, { acknowledged }: Tally): Promise<string[]> {
  const rows = await query<{ email: string; times: number }>(
    `select email, max(times)::int as times from (
       select email, count(*) as times from public.leads group by email
       union all select email, count(*) from auth.users group by email
       union all select email, count(*) from public.invitations group by email
       union all select notes, count(*) from public.appointments where notes is not null group by notes) written
      where email = any($1) group by email`,
    [acknowledged],
  )
  const times = new Map(rows.map((row) => [row.email, row.times]))
  const lost = acknowledged.filter((email) => !times.has(email)).length
  const twice = rows.filter((row) => row.times > 1).length
  return [
    ...(lost ? [`${lost} acknowledged writes are lost`] : []),
    ...(twice ? [`${twice} are there twice`] : []),
  ]
}
