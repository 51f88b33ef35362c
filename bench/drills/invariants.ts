import type { Scene } from './scene.ts'
import type { Tally } from './writers.ts'

/** What must be nothing in every state of the database (docs/reliability.md 4), each counted by a query. */
export const invariants: Record<string, string> = {
  'memberships without a clinic': `
    select count(*)::int as count from public.clinic_memberships m
     where not exists (select from public.clinics c where c.id = m.clinic_id)`,
  'sessions of somebody banned that are let in': `
    select count(*)::int as count from auth.users u join auth.sessions s on s.user_id = u.id
     cross join lateral app.resolve_caller(u.id, s.id, null) r
     where u.banned_until > now() and r.problem is null`,
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
  'broken audit chains': `
    select count(*)::int as count from public.clinics c cross join lateral app.check_audit_chain(c.id) f
     where f.problem is not null`,
  'ledger entries that do not add up': `
    select count(*)::int as count from (
      select from public.postings group by clinic_id, journal_id having sum(amount_cents) <> 0) unbalanced`,
}

/** What the invariants find, one line each. */
export function violations({ query }: Scene): Promise<string[]> {
  return violationsIn((sql) => query<{ count: number }>(sql))
}

/** The same in any database. */
export async function violationsIn(query: (sql: string) => Promise<{ count: number }[]>): Promise<string[]> {
  const found: string[] = []
  for (const [what, statement] of Object.entries(invariants)) {
    const [row] = await query(statement)
    if (row?.count !== 0) found.push(`${row?.count} ${what}`)
  }
  return found
}

/** Writes that were acknowledged and are not there, or are there twice. */
export async function lostWrites({ query }: Scene, { acknowledged }: Tally): Promise<string[]> {
  const rows = await query<{ email: string; times: number }>(
    `select email, count(*)::int as times from (
       select email from public.leads union all select email from auth.users) written
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
