import { createHash } from 'node:crypto'

/**
 * Statements that fill a migrated database with one large clinic and many small ones, each with an admin. Run them as
 * superuser: without triggers and foreign keys, which would take most of the time.
 *
 * @param members of the large clinic, most of them patients; every twentieth belongs to the team, every fiftieth is
 * pending
 * @param others number of small clinics, with 40 members each
 */
export function memberStatements(members: number, others: number): string[] {
  return [
    'set session_replication_role = replica',
    `create temporary table people as
       select md5('member-' || c || '-' || n)::uuid as id, c, n,
              (array['Anna', 'Björn', 'Chiara', 'Dimitri', 'Elif', 'Farah', 'Goran', 'Hana'])[1 + (n * 7) % 8]
                || ' ' || initcap(substr(md5('name' || n), 1, 7)) as name,
              substr(md5('address' || n), 1, 9) || c || '.' || n || '@example.test' as email
         from (select 0 as c, n from generate_series(1, ${members}) n
               union all
               select c, n from generate_series(1, ${others}) c, generate_series(1, 40) n) numbered`,
    `insert into public.clinics (id, name, subdomain)
       select md5('clinic-' || c)::uuid, 'Clinic ' || c, 'members-' || c from generate_series(0, ${others}) c`,
    `insert into public.clinic_security (clinic_id, requires_mfa) select id, false from public.clinics`,
    `insert into auth.users (id, email, email_confirmed_at, user_metadata)
       select id, email, now(), jsonb_build_object('full_name', name) from people`,
    `insert into public.clinic_memberships (id, clinic_id, user_id, role, status, accepted_at, created_at)
       -- a cursor has to be a UUID of a version that exists
       select overlay(overlay(md5('membership' || id) placing '4' from 13) placing '8' from 17)::uuid,
              md5('clinic-' || c)::uuid, id,
              case when n = 1 then 'admin' when n % 20 = 0 then 'staff' else 'patient' end,
              case when n % 50 = 3 then 'pending' else 'active' end, now(), now() - n * interval '7 minutes'
         from people`,
    `insert into public.patients (clinic_id, user_id, full_name, email)
       select md5('clinic-' || c)::uuid, id, name, email from people where n % 20 <> 0 and n > 1`,
    `insert into public.patient_details (clinic_id, patient_id, phone, date_of_birth, updated_at)
       select p.clinic_id, p.id, '+1416' || lpad((n * 7919 % 10000000)::text, 7, '2'), date '1930-01-01' + n * 37 % 30000, now()
         from people join public.patients p on p.user_id = people.id`,
    `insert into public.subscriptions (clinic_id, owner_patient_id, plan_id, price_id, version_id, stripe_account,
                                       stripe_subscription, status, started_at, current_period_start, current_period_end)
       select p.clinic_id, p.id, md5(case when n % 25 = 1 then 'few' else 'large' end || c)::uuid, p.id, p.id, 'acct_bench',
              'sub_' || p.id, case when n % 100 = 7 then 'past_due' else 'active' end, now(), now(), now()
         from people join public.patients p on p.user_id = people.id where n % 3 <> 0`,
    `insert into auth.sessions (id, user_id, refresh_key)
       select md5('session' || id)::uuid, id, sha256(id::text::bytea) from people where n = 1`,
    'drop table people',
    'set session_replication_role = origin',
    `select app.refresh_member_entries(c.id, array(select m.id from public.clinic_memberships m where m.clinic_id = c.id)) from public.clinics c`,
    'analyze',
  ]
}

export const adminOfLargeClinic = `
  select md5('member-0-1')::uuid as "userId", md5('session' || md5('member-0-1')::uuid)::uuid as "sessionId"`

/** Plans of the large clinic: of six patients in ten, and of one in forty. */
export const planOfMany = idOf('large0')
export const planOfFew = idOf('few0')

function idOf(name: string): string {
  const digits = createHash('md5').update(name).digest('hex')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** From the most to the least usual. */
export const questions: readonly { name: string; input: Record<string, string> }[] = [
  { name: 'the newest', input: {} },
  { name: 'a tab with few', input: { tab: 'pending' } },
  { name: 'a role with few', input: { role: 'staff' } },
  { name: 'a common part of a name', input: { search: 'anna' } },
  { name: 'one person', input: { search: 'zzz' } },
  { name: 'part of an address', input: { search: '9999@example' } },
  { name: 'two letters', input: { search: 'qx' } },
  { name: 'the end of a phone number', input: { search: '0147' } },
  { name: 'a birthday', input: { search: 'May 31 1990' } },
  { name: 'a name in another order', input: { search: 'zzz, anna' } },
  { name: 'a plan with many', input: { plan: planOfMany } },
  { name: 'a plan with few', input: { plan: planOfFew } },
  { name: 'failed payments', input: { payment: 'past_due' } },
  { name: 'a search in a plan', input: { search: 'anna', plan: planOfMany, payment: 'paying' } },
  { name: 'a search among the team', input: { search: 'goran', role: 'staff' } },
]
