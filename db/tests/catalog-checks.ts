/**
 * Rules for every table, policy and function, checked in the catalog, so that new ones are covered at once
 * (docs/threats.md 1.3). Each check has an unsafe object that it must find.
 */
export interface CatalogCheck {
  rule: string
  /** One row per violation: `found` says where. */
  sql: string
  /** Creates something that breaks the rule; the check must then find `offender`. */
  unsafe: string
  offender: string
}

const ours = `n.nspname in ('public', 'app', 'auth', 'sandbox')`
const clientRoles = `('anon', 'authenticated', 'clinic_patient', 'clinic_guardian', 'clinic_staff', 'clinic_billing_only', 'clinic_admin', 'clinic_support', 'clinic_api_key')`

const tables = `
  select c.oid, c.relname, c.relkind, c.relacl, c.relrowsecurity, c.relforcerowsecurity, c.reloptions, n.nspname,
         n.nspname || '.' || c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${ours}`

/** Table, role and verb of every privilege, on tables and on columns. */
const privileges = `
  select t.name, t.oid, r.rolname as role, lower(a.privilege_type) as verb
    from (${tables}) t cross join lateral (
      select (aclexplode(t.relacl)).*
      union all
      select (aclexplode(att.attacl)).* from pg_attribute att where att.attrelid = t.oid and att.attacl is not null
    ) a join pg_roles r on r.oid = a.grantee
   where t.relkind in ('r', 'p')`

/** Tables that point at a patient without holding health data, with the reason. */
const notHealthData: Record<string, string> = {
  'app.audit_subjects': 'the audit trail: ids only',
  'app.busy_times': 'ids and times that are taken, out of reach of every client',
  'app.checkouts': 'money: an open payment page',
  'app.erasures': 'what was erased of whom, and when: ids and dates',
  'app.patient_import_rows': 'lines of files and the records that they became, which no client reads',
  'app.legal_holds': 'of whom nothing is erased: ids and dates, which no client reads',
  'app.former_customers': 'money: customers at Stripe',
  'public.unassigned_charges':
    'money: charges that belong to no known patient, and whose they were found to be',
  'public.clinic_memberships':
    'who belongs to the clinic: the team reads the list before the second step, names and records after it',
  'public.patient_cards': 'money: the cards of a patient',
  'public.patient_customers': 'money: the customer at Stripe and their card',
  'public.subscriptions':
    'money: the paid plan, which the team may see; its changes are actions with their own audit rows',
  'public.prepared_plans': 'money: the plan that an imported patient had elsewhere, which only they read',
  'public.plan_agreements': 'money: what a payer agreed to, which they and an admin may read',
  'public.subscription_members': 'money: whom a plan covers',
  'public.files': 'a copy of patient_files.patient_id, which no client reads',
  'public.invoices': 'money',
  'public.invoice_lines': 'money: a copy of the invoice’s patient',
  'public.payments': 'money',
  'public.refunds': 'money',
  'public.credits': 'money',
  'public.disputes': 'money: payments that are disputed, and what an admin wrote to the bank',
  'app.text_messages': 'text messages that say nothing about anybody; no client reads them',
  'public.user_notices':
    'what a person of the team hears of: kinds and ids, whose names are read from patients',
  'public.receipts':
    'money; the names in it are out of every client’s reach, and the clinic’s reading of the document is audited',
}

/** Marked tables whose rows are the people: a read of them is recorded with their ids. */
const peopleThemselves = `('public.patients', 'public.invitations')`

/** Marked tables of which a row may be about no patient; a read of such a row is recorded without one. */
const perhapsAboutNobody = `('public.tasks')`

const isHealthData = (oid: string) =>
  `coalesce(obj_description(${oid}, 'pg_class') like 'Health data:%', false)`

/** Functions and views that read `auth.users.email`, with the reason why no other person's rows open by it. */
const readsAddresses: Record<string, string> = {
  'app.proven_addresses': 'the addresses that people have proven to Carefold',
  'app.vouched_addresses': 'the addresses that count in the clinic whose identity provider asserts them',
  'app.member_names(uuid,uuid[])': 'shown: the list of members',
  'get_users_by_ids(uuid[])': 'shown: colleagues, and a team’s patients',
  'app.upsert_patient_record(uuid,uuid,text,timestamp with time zone)':
    'shown: a patient’s record has the address of its account',
  'app.offer_account(uuid,uuid,text,uuid,timestamp with time zone,timestamp with time zone)':
    'compares the typed address with the record’s own account, to refuse it',
  'app.accept_account_offer(uuid,uuid,uuid,timestamp with time zone)':
    'sends mail: to the account that loses the record',
  'app.void_invitations(uuid,uuid,uuid,timestamp with time zone)':
    'revokes invitations of the clinic to the address of a person whom the clinic removes: the safe side',
  'app.reach_facts(uuid,uuid[])':
    'a record’s address that is also a member’s account’s, proven or not, gets no mail: the safe side',
  'app.changes_to_call(uuid,timestamp with time zone,timestamp with time zone)':
    'shown: who of the team has called',
  'app.reminders_to_call(uuid,timestamp with time zone,date)': 'shown: who of the team has called',
}

/** Functions that reading a table or view calls: by its rewrite rule, a policy, or as a computed column. */
const calls = `
  select t.name, d.refobjid as function from (${tables}) t join pg_rewrite r on r.ev_class = t.oid
    join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_proc'::regclass
  union
  select t.name, d.refobjid from (${tables}) t join pg_policy p on p.polrelid = t.oid and p.polcmd in ('r', '*')
    join pg_depend d on d.classid = 'pg_policy'::regclass and d.objid = p.oid and d.refclassid = 'pg_proc'::regclass
  union
  -- the data API offers a function of one row as a column
  select t.name, f.oid from (${tables}) t join pg_class c on c.oid = t.oid
    join pg_proc f on f.pronargs = 1 and f.proargtypes[0] = c.reltype and f.pronamespace = 'public'::regnamespace`

/** Policies, one row per role. */
const policies = `
  select p.polname, p.polrelid, t.name, p.polpermissive,
         case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end as verb,
         pg_get_expr(p.polqual, p.polrelid) as qual, pg_get_expr(p.polwithcheck, p.polrelid) as with_check,
         case when role.oid = 0 then 'public' else role.oid::regrole::text end as role
    from pg_policy p join (${tables}) t on t.oid = p.polrelid cross join lateral unnest(p.polroles) as role(oid)`

/**
 * Whether all expressions of a policy `p` are a conjunction that calls `app.NAME()`, the only form that cannot be bypassed by
 * another part of the condition: `A AND B AND (SELECT app.NAME())`, without OR outside parentheses.
 */
const requires = (name: string) => `(
  select bool_and(
    part ~ '\\mAND \\(?(NOT )?\\( SELECT app\\.${name}\\(\\)|^\\(?(NOT )?\\( SELECT app\\.${name}\\(\\)'
    and top !~ '\\mOR\\M')
    from unnest(array[p.qual, p.with_check]) as part
   cross join lateral (select regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
           substr(part, 2, length(part) - 2), '\\([^()]*\\)', '', 'g'), '\\([^()]*\\)', '', 'g'), '\\([^()]*\\)', '', 'g'),
           '\\([^()]*\\)', '', 'g'), '\\([^()]*\\)', '', 'g')) as outside (top)
   where part is not null)`

const isTenantTable = (oid: string) =>
  `exists (select from pg_attribute a where a.attrelid = ${oid} and a.attname = 'clinic_id' and not a.attisdropped)`

export const catalogChecks: CatalogCheck[] = [
  {
    rule: 'row level security is on and forced',
    sql: `select name as found from (${tables}) t
           where relkind in ('r', 'p') and not (relrowsecurity and relforcerowsecurity)`,
    unsafe: `create table public.unsafe (id uuid primary key); alter table public.unsafe enable row level security`,
    offender: 'public.unsafe',
  },
  {
    // a distributed Postgres creates restrictive policies on its workers as permissive ones (docs/decisions/0161)
    rule: 'no policy is restrictive: its condition is part of each permissive one',
    sql: `select distinct p.name || ' ' || p.polname as found from (${policies}) p where not p.polpermissive`,
    unsafe: `create policy unsafe_second_step on public.patients as restrictive to clinic_staff using (id is not null)`,
    offender: 'public.patients unsafe_second_step',
  },
  {
    // the body of an SQL function is planned where it is called, and a parsed one depends on the tables: neither can be distributed
    // (docs/decisions/0161). `pg_depend` knows what a parsed body reads, the text what a quoted one does.
    rule: 'a function that touches a table is not written in SQL',
    sql: `select p.oid::regprocedure::text as found from pg_proc p join pg_namespace n on n.oid = p.pronamespace
            join pg_language l on l.oid = p.prolang left join pg_depend e on e.objid = p.oid and e.deptype = 'e'
           where ${ours} and e.objid is null and p.prokind = 'f' and l.lanname = 'sql'
             and (exists (select from pg_depend d join pg_class c on c.oid = d.refobjid and d.refclassid = 'pg_class'::regclass
                           where d.classid = 'pg_proc'::regclass and d.objid = p.oid)
                  or exists (select from (${tables}) t where position(t.name in p.prosrc) > 0))`,
    unsafe: `create function app.unsafe() returns bigint language sql return (select count(*) from public.clinics);
             create function app.also_unsafe() returns bigint language sql as 'select count(*) from public.clinics'`,
    offender: 'app.also_unsafe()',
  },
  {
    rule: 'exists selects something: an empty list cannot be sent to a worker',
    sql: `select distinct p.name || ' ' || p.polname as found from (${policies}) p
           where concat(p.qual, p.with_check) ~ 'EXISTS \\( SELECT\\s+FROM'
          union all
          select t.name from (${tables}) t where t.relkind = 'v' and pg_get_viewdef(t.oid) ~ 'EXISTS \\( SELECT\\s+FROM'
          union all
          select p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
           where ${ours} and p.prosrc ~* 'exists\\s*\\(\\s*select\\s+from\\M'`,
    unsafe: `create policy unsafe_select_staff on public.patients for select to clinic_staff
               using (exists (select from public.clinics c where c.id = patients.clinic_id))`,
    offender: 'public.patients unsafe_select_staff',
  },
  {
    rule: 'every granted verb has a policy',
    sql: `select distinct g.name || ' ' || g.verb || ' ' || g.role as found from (${privileges}) g
           where g.verb in ('select', 'insert', 'update', 'delete') and g.role in ('system', ${clientRoles.slice(1)}
             and not exists (select from (${policies}) p where p.polrelid = g.oid
                              and p.verb in (g.verb, 'all') and p.role in (g.role, 'public'))`,
    unsafe: `create table public.unsafe (id uuid primary key); grant delete on public.unsafe to clinic_staff`,
    offender: 'public.unsafe delete clinic_staff',
  },
  {
    rule: 'every policy for a client has a grant behind it',
    sql: `select p.name || ' ' || p.polname || ' ' || p.role as found from (${policies}) p
           where p.role in ${clientRoles}
             and not exists (select from (${privileges}) g where g.oid = p.polrelid and g.role = p.role and p.verb in (g.verb, 'all'))`,
    unsafe: `create table public.unsafe (id uuid primary key);
             create policy unsafe_select_staff on public.unsafe for select to clinic_staff using (id is null)`,
    offender: 'public.unsafe unsafe_select_staff clinic_staff',
  },
  {
    rule: 'clients have no privilege but select, insert, update and delete',
    sql: `select g.name || ' ' || g.verb || ' ' || g.role as found from (${privileges}) g
           where g.role in ('carefold_login', ${clientRoles.slice(1)}
             and (g.role = 'carefold_login' or g.verb not in ('select', 'insert', 'update', 'delete'))`,
    unsafe: `create table public.unsafe (id uuid primary key); grant truncate on public.unsafe to authenticated`,
    offender: 'public.unsafe truncate authenticated',
  },
  {
    rule: 'nothing is granted to public',
    sql: `select t.name as found from (${tables}) t cross join lateral aclexplode(t.relacl) a where a.grantee = 0
          union all
          select p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
            cross join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
            left join pg_depend d on d.objid = p.oid and d.deptype = 'e'
           where ${ours} and a.grantee = 0 and d.objid is null and p.prorettype <> 'trigger'::regtype`,
    unsafe: `create function public.unsafe() returns int language sql return 1; grant execute on function public.unsafe() to public`,
    offender: 'unsafe()',
  },
  {
    rule: 'no client may use the jobs, migrations, auth or sandbox schema',
    sql: `select n.nspname as found from pg_namespace n cross join lateral aclexplode(n.nspacl) a join pg_roles r on r.oid = a.grantee
           where n.nspname in ('jobs', 'migrations', 'auth', 'sandbox') and r.rolname in ${clientRoles}`,
    unsafe: `grant usage on schema auth to authenticated`,
    offender: 'auth',
  },
  {
    // memberships/billing-checks.ts lists from which role clinic_billing_only inherits
    rule: 'roles log in nowhere, inherit nothing and bypass nothing',
    sql: `select rolname as found from pg_roles where rolname in ('system', 'carefold_login', ${clientRoles.slice(1)}
             and (rolsuper or rolbypassrls or (rolinherit and rolname <> 'clinic_billing_only') or rolcreaterole or rolcreatedb or (rolcanlogin and rolname <> 'carefold_login'))`,
    unsafe: `alter role clinic_staff bypassrls`,
    offender: 'clinic_staff',
  },
  {
    rule: 'a tenant table has an index that starts with clinic_id',
    sql: `select t.name as found from (${tables}) t where t.relkind in ('r', 'p') and ${isTenantTable('t.oid')}
             and not exists (select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
                              where i.indrelid = t.oid and a.attname = 'clinic_id' and i.indpred is null)`,
    unsafe: `create table public.unsafe (id uuid primary key, clinic_id uuid not null)`,
    offender: 'public.unsafe',
  },
  {
    rule: 'a client’s policy on a tenant table compares the clinic or the person',
    sql: `select p.name || ' ' || p.polname as found from (${policies}) p
           where p.role in ${clientRoles} and ${isTenantTable('p.polrelid')}
             and coalesce(p.qual, p.with_check) !~ 'clinic_id = \\( SELECT app\\.current_clinic_id\\(\\)'
             and coalesce(p.qual, p.with_check) !~ 'user_id = \\( SELECT app\\.current_user_id\\(\\)'
             -- a clinic's logo is public; an avatar belongs to no clinic, but lists those of its person
             and p.polname not in ('files_select_logo', 'files_select_avatar', 'files_select_team_avatar')`,
    unsafe: `create table public.unsafe (id uuid primary key, clinic_id uuid not null);
             create policy unsafe_select_staff on public.unsafe for select to clinic_staff using (clinic_id is not null)`,
    offender: 'public.unsafe unsafe_select_staff',
  },
  {
    // the data API adds the clinic's value to statements about all tables but these two (server/data-api.ts)
    rule: 'a client reads, changes and deletes rows of the current clinic alone, but for memberships and logos',
    sql: `select p.name || ' ' || p.polname as found from (${policies}) p
           where p.role in ${clientRoles} and ${isTenantTable('p.polrelid')} and p.qual is not null
             and p.qual !~ '^\\(\\(?clinic_id = \\( SELECT app\\.current_clinic_id\\(\\) AS current_clinic_id\\)\\)( AND |$)'
             and (p.verb, p.name) not in (('select', 'public.clinic_memberships'), ('select', 'public.files'))`,
    unsafe: `create table public.unsafe (id uuid primary key, clinic_id uuid not null);
             create policy unsafe_select_staff on public.unsafe for select to clinic_staff
               using (clinic_id = (select app.current_clinic_id()) or id = (select app.current_user_id()))`,
    offender: 'public.unsafe unsafe_select_staff',
  },
  {
    // of functions only those of settings, which read no row of a tenant (docs/decisions/0161)
    rule: 'a policy reads no other rows',
    sql: `select c.relname || ' ' || p.polname as found from pg_policy p join pg_class c on c.oid = p.polrelid
            join pg_namespace n on n.oid = c.relnamespace join pg_depend d on d.classid = 'pg_policy'::regclass and d.objid = p.oid
            left join pg_class t on d.refclassid = 'pg_class'::regclass and t.oid = d.refobjid
            left join pg_proc f on d.refclassid = 'pg_proc'::regclass and f.oid = d.refobjid
           where ${ours} and (t.oid <> p.polrelid or f.prosrc ~ '\\m(public|auth)\\.\\w|\\mapp\\.\\w+\\s*\\(')`,
    unsafe: `create table public.unsafe (id uuid primary key);
             create policy unsafe_select_staff on public.unsafe for select to clinic_staff
               using (exists (select 1 from public.plans p where p.id = unsafe.id))`,
    offender: 'unsafe unsafe_select_staff',
  },
  {
    rule: 'a foreign key between tenant tables carries clinic_id',
    sql: `select k.conrelid::regclass || ' ' || k.conname as found
            from pg_constraint k join (${tables}) t on t.oid = k.conrelid
           where k.contype = 'f' and ${isTenantTable('k.conrelid')} and ${isTenantTable('k.confrelid')}
             and not exists (
               select from unnest(k.conkey, k.confkey) as pair(mine, theirs)
                 join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.mine
                 join pg_attribute b on b.attrelid = k.confrelid and b.attnum = pair.theirs
                where a.attname = 'clinic_id' and b.attname = 'clinic_id')`,
    unsafe: `create table public.other (id uuid primary key, clinic_id uuid not null);
             create table public.unsafe (id uuid primary key, clinic_id uuid not null,
               other_id uuid constraint unsafe_other_fkey references public.other)`,
    offender: 'unsafe unsafe_other_fkey',
  },
  {
    rule: 'a foreign key is covered by an index',
    sql: `select k.conrelid::regclass || ' ' || k.conname as found
            from pg_constraint k join (${tables}) t on t.oid = k.conrelid
           where k.contype = 'f' and not exists (
             select from pg_index i where i.indrelid = k.conrelid
                and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey
                -- a partial index helps only where its condition is that the column is set
                and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) ~ 'IS NOT NULL'))`,
    unsafe: `create table public.unsafe (id uuid primary key,
               user_id uuid constraint unsafe_user_fkey references auth.users)`,
    offender: 'unsafe unsafe_user_fkey',
  },
  {
    rule: 'a foreign key to memberships is checked at commit, since removing a membership puts it back',
    sql: `select k.conrelid::regclass || ' ' || k.conname as found from pg_constraint k
           where k.contype = 'f' and k.confrelid = 'public.clinic_memberships'::regclass
             and not (k.condeferred and k.confdeltype = 'a')`,
    unsafe: `create table public.unsafe (id uuid primary key, clinic_id uuid, membership_id uuid,
               constraint unsafe_membership_fkey foreign key (clinic_id, membership_id)
                 references public.clinic_memberships (clinic_id, id) on delete cascade)`,
    offender: 'unsafe unsafe_membership_fkey',
  },
  {
    rule: 'no index exists twice',
    sql: `select a.indexrelid::regclass || ' = ' || b.indexrelid::regclass as found
            from pg_index a join pg_index b on a.indrelid = b.indrelid and a.indexrelid < b.indexrelid
            join (${tables}) t on t.oid = a.indrelid
           where a.indkey::text = b.indkey::text and a.indclass::text = b.indclass::text and a.indoption::text = b.indoption::text
             and pg_get_expr(a.indexprs, a.indrelid) is not distinct from pg_get_expr(b.indexprs, b.indrelid)
             and pg_get_expr(a.indpred, a.indrelid) is not distinct from pg_get_expr(b.indpred, b.indrelid)`,
    unsafe: `create index unsafe_idx on public.patients (user_id)`,
    offender: 'patients_user_idx = unsafe_idx',
  },
  {
    rule: 'a view runs with the caller’s rights',
    sql: `select name as found from (${tables}) t
           where (relkind = 'v' and not coalesce('security_invoker=true' = any (reloptions), false)) or relkind = 'm'`,
    unsafe: `create view public.unsafe as select id from public.patients`,
    offender: 'public.unsafe',
  },
  {
    rule: 'a security definer function has an empty search_path and belongs to system, or to the owner of the partitions',
    sql: `select p.oid::regprocedure::text as found from pg_proc p join pg_namespace n on n.oid = p.pronamespace
           where ${ours} and p.prosecdef
             and not (coalesce('search_path=""' = any (p.proconfig), false)
                      and (p.proowner = 'system'::regrole
                           -- only the owner of a table makes and drops its partitions (docs/decisions/0117)
                           or p.oid in ('app.make_months(timestamptz)'::regprocedure, 'app.drop_months(text)'::regprocedure,
                                        'app.rows_outside_months()'::regprocedure)))`,
    unsafe: `create function app.unsafe() returns int language sql security definer return 1`,
    offender: 'app.unsafe()',
  },
  {
    rule: 'no policy is always true, except for what is public on purpose',
    sql: `select distinct p.name || ' ' || p.polname as found from (${policies}) p
           where p.role <> 'system'
             and (p.qual ~ '^\\(?(true|\\w+ IS NOT NULL)\\)?$' or p.with_check ~ '^\\(?(true|\\w+ IS NOT NULL)\\)?$')
             -- clinics are looked up by subdomain before sign-in; visitors leave leads
             and p.polname not in ('clinics_select_everyone', 'leads_insert_everyone')`,
    unsafe: `create table public.unsafe (id uuid primary key);
             create policy unsafe_select_staff on public.unsafe for select to clinic_staff using (true)`,
    offender: 'public.unsafe unsafe_select_staff',
  },
  {
    rule: 'no policy reads metadata that a person can write, or a claim',
    sql: `select distinct p.name || ' ' || p.polname as found from (${policies}) p
           where concat(p.qual, p.with_check) ~ 'user_metadata|app_metadata|jwt|current_setting'`,
    unsafe: `create policy unsafe_select_staff on auth.users for select to clinic_staff
               using (user_metadata ->> 'userType' = 'clinicAdmin')`,
    offender: 'auth.users unsafe_select_staff',
  },
  {
    rule: 'a policy evaluates the caller once per statement, not per row',
    sql: `select distinct p.name || ' ' || p.polname as found from (${policies}) p
           where regexp_replace(concat(p.qual, ' ', p.with_check), '\\( SELECT app\\.\\w+\\(\\) AS \\w+\\)', '', 'g') ~ 'app\\.\\w+\\(\\)'
              or p.qual ~ 'app\\.\\w+\\([^)]'`,
    unsafe: `create policy unsafe_select_staff on public.patients for select to clinic_staff
               using (clinic_id = app.current_clinic_id())`,
    offender: 'public.patients unsafe_select_staff',
  },
  {
    rule: 'a table that the team may write stops read-only members',
    sql: `select distinct g.name as found from (${privileges}) g
           where g.role = 'clinic_staff' and g.verb in ('insert', 'update', 'delete')
             -- every role may leave a lead and accept an invitation
             and g.name not in ('public.leads', 'public.clinic_memberships')
             and (not exists (select from (${policies}) p where p.polrelid = g.oid and p.role = g.role and p.verb in (g.verb, 'all'))
                  or exists (select from (${policies}) p where p.polrelid = g.oid and p.role in (g.role, 'public')
                                and p.verb in (g.verb, 'all') and not ${requires('is_read_only')}))`,
    unsafe: `create table public.unsafe (id uuid primary key); grant update on public.unsafe to clinic_staff;
             create policy unsafe_update_team on public.unsafe for update to clinic_staff using (true)`,
    offender: 'public.unsafe',
  },
  {
    rule: 'a table that points at a patient is marked as health data or listed with a reason',
    sql: `select distinct t.name as found from (${tables}) t
            left join pg_constraint k on k.conrelid = t.oid and k.contype = 'f' and k.confrelid = 'public.patients'::regclass
           where t.relkind in ('r', 'p') and not ${isHealthData('t.oid')}
             and (t.name = 'public.patients' or k.oid is not null
                  or exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = 'patient_id'))
             and t.name not in (${Object.keys(notHealthData).map((name) => `'${name}'`)})`,
    unsafe: `create table public.unsafe (id uuid primary key, patient_id uuid not null)`,
    offender: 'public.unsafe',
  },
  {
    rule: 'a row of health data names its patient in a column that every reader may read, for the record of reads',
    sql: `select t.name as found from (${tables}) t
           where ${isHealthData('t.oid')} and t.name not in ${peopleThemselves} and t.relkind <> 'v'
             and not exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = 'patient_id'
                                and (a.attnotnull or t.name in ${perhapsAboutNobody}))
          union
          select t.name || ' ' || r.rolname from (${tables}) t join pg_roles r on r.rolname in ${clientRoles}
           where ${isHealthData('t.oid')}
             -- in this order: a table that no client reads may lack the column
             and case when has_any_column_privilege(r.oid, t.oid, 'select') then not has_column_privilege(
                   r.oid, t.oid, case when t.name in ${peopleThemselves} then 'id' else 'patient_id' end, 'select') end`,
    unsafe: `create table public.unsafe (id uuid primary key, patient_id uuid); comment on table public.unsafe is 'Health data: unsafe.'`,
    offender: 'public.unsafe',
  },
  {
    rule: 'a view of health data is marked as such, so that reading it is recorded',
    sql: `select distinct t.name as found from (${tables}) t join pg_rewrite r on r.ev_class = t.oid
            join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass
           where t.relkind in ('v', 'm') and d.refobjid <> t.oid and ${isHealthData('d.refobjid')} and not ${isHealthData('t.oid')}`,
    unsafe: `create view public.unsafe with (security_invoker = true) as select id from public.patients`,
    offender: 'public.unsafe',
  },
  {
    // a recorded read is the only GET whose transaction may write, and only the record may use that
    rule: 'functions that reading a table calls cannot write',
    sql: `select distinct c.name || ' ' || f.oid::regprocedure as found from (${calls}) c join pg_proc f on f.oid = c.function
           where f.provolatile = 'v'`,
    unsafe: `create function public.unsafe(public.patients) returns int language sql volatile return 1`,
    offender: 'public.patients unsafe(patients)',
  },
  {
    // the table has no check constraints: every recorded read would pay for them (docs/decisions/0020)
    rule: 'only the two functions that check its values write the audit trail',
    sql: `select p.oid::regprocedure::text as found from pg_proc p join pg_namespace n on n.oid = p.pronamespace
           where ${ours} and p.prokind = 'f' and pg_get_functiondef(p.oid) ~* 'insert into app\\.audit_log'
             and p.proname not in ('write_audit', 'record_read')`,
    unsafe: `create function app.unsafe() returns void language sql as 'insert into app.audit_log (actor_kind, action) values (''x'', ''y'')'`,
    offender: 'app.unsafe()',
  },
  {
    rule: 'health data requires the second step',
    sql: `select distinct g.name || ' ' || g.role as found from (${privileges}) g
           where g.role in ${clientRoles}
             and (obj_description(g.oid, 'pg_class') like 'Health data:%' or g.name = 'public.patients')
             and exists (select from (${policies}) p where p.polrelid = g.oid and p.role in (g.role, 'public')
                            and not ${requires('may_use_health_data')})`,
    unsafe: `create table public.unsafe (id uuid primary key); comment on table public.unsafe is 'Health data: a diagnosis.';
             grant select on public.unsafe to clinic_staff;
             create policy unsafe_select_staff on public.unsafe for select to clinic_staff
               using (id is null or (select app.may_use_health_data()))`,
    offender: 'public.unsafe clinic_staff',
  },
  {
    // a permission for admins alone that goes without the second factor concerns no separate table
    rule: 'what admins alone may do with rows requires the second step',
    sql: `select distinct g.name || ' ' || g.verb as found from (${privileges}) g
           where g.role = 'clinic_admin'
             and not exists (select from (${privileges}) s where s.oid = g.oid and s.verb = g.verb and s.role = 'clinic_staff')
             and exists (select from (${policies}) p where p.polrelid = g.oid and p.verb in (g.verb, 'all')
                            and p.role in (g.role, 'public') and not ${requires('may_use_health_data')})`,
    unsafe: `create table public.unsafe (id uuid primary key); grant select on public.unsafe to clinic_admin;
             create policy unsafe_select_admin on public.unsafe for select to clinic_admin using (true)`,
    offender: 'public.unsafe select',
  },
  {
    rule: 'every table has a primary key and a policy',
    sql: `select t.name as found from (${tables}) t where t.relkind in ('r', 'p')
             and (not exists (select from pg_constraint k where k.conrelid = t.oid and k.contype = 'p')
                  or not exists (select from pg_policy p where p.polrelid = t.oid))`,
    unsafe: `create table public.unsafe (id uuid)`,
    offender: 'public.unsafe',
  },
  {
    rule: 'nothing in the exposed schema shows accounts, sessions or codes',
    sql: `select distinct t.name as found from (${tables}) t join pg_rewrite r on r.ev_class = t.oid
            join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass
            join (${tables}) o on o.oid = d.refobjid
           where t.nspname = 'public' and o.nspname in ('auth', 'sandbox')`,
    unsafe: `create view public.unsafe with (security_invoker = true) as select id, email from auth.users`,
    offender: 'public.unsafe',
  },
  {
    rule: 'the exposed schema has no materialized view, foreign table or extension',
    sql: `select t.name as found from (${tables}) t where t.nspname = 'public' and t.relkind in ('m', 'f')
          union all
          select e.extname from pg_extension e where e.extnamespace = 'public'::regnamespace`,
    unsafe: `create materialized view public.unsafe as select id from public.clinics`,
    offender: 'public.unsafe',
  },
  {
    // a body that is parsed at creation looks nothing up later
    rule: 'a function that a client may call does not depend on the search path',
    sql: `select distinct p.oid::regprocedure::text as found from pg_proc p join pg_namespace n on n.oid = p.pronamespace
            cross join lateral aclexplode(p.proacl) a join pg_roles r on r.oid = a.grantee
           where ${ours} and r.rolname in ${clientRoles} and p.prosqlbody is null
             and not coalesce('search_path=""' = any (p.proconfig), false)`,
    unsafe: `create function public.unsafe() returns bigint language sql as 'select count(*) from clinics';
             grant execute on function public.unsafe() to authenticated`,
    offender: 'unsafe()',
  },
  {
    rule: 'a function that shows health data with the server’s rights requires the second step, or shows only the caller’s own',
    sql: `select p.oid::regprocedure::text as found from pg_proc p join pg_namespace n on n.oid = p.pronamespace
            cross join lateral aclexplode(p.proacl) a join pg_roles r on r.oid = a.grantee
           where n.nspname = 'public' and p.prosecdef and r.rolname = 'clinic_staff'
             and pg_get_functiondef(p.oid) ~ 'patients|appointments'
             and pg_get_functiondef(p.oid) !~ 'may_use_health_data'
             -- the caller's own record
             and p.proname <> 'audit_log_for_me'`,
    unsafe: `create function public.unsafe() returns bigint language sql security definer set search_path = ''
               return (select count(*) from public.patients);
             grant execute on function public.unsafe() to clinic_staff`,
    offender: 'unsafe()',
  },
  {
    // an address that a clinic's identity provider asserts proves nothing (docs/threats.md T86)
    rule: 'the address of an account is compared by app.proven_addresses',
    sql: `with reading as (
            select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
             where ${ours} and p.prokind = 'f' and pg_get_functiondef(p.oid) ~ '\\memail\\M'
               and (pg_get_functiondef(p.oid) ~ '\\mauth\\.(users|identities)\\M'
                    or exists (select from pg_trigger t where t.tgfoid = p.oid
                                  and t.tgrelid in ('auth.users'::regclass, 'auth.identities'::regclass)))
            union
            select coalesce(r.ev_class, o.polrelid)::regclass::text || coalesce(' ' || o.polname, '')
              from pg_depend d
              join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid and a.attname = 'email'
              left join pg_rewrite r on d.classid = 'pg_rewrite'::regclass and r.oid = d.objid
              left join pg_policy o on d.classid = 'pg_policy'::regclass and o.oid = d.objid
             where d.refclassid = 'pg_class'::regclass and d.refobjid in ('auth.users'::regclass, 'auth.identities'::regclass)
               and coalesce(r.oid, o.oid) is not null)
          select name as found from reading
           where name not in (${Object.keys(readsAddresses)
             .map((name) => `'${name}'`)
             .join(', ')})`,
    unsafe: `create function app.unsafe(p_user uuid) returns boolean language sql
               return exists (select from auth.users u join public.invitations i on i.email = u.email where u.id = p_user)`,
    offender: 'app.unsafe(uuid)',
  },
  {
    rule: 'no client may create anything in a schema',
    sql: `select n.nspname || ' ' || r.rolname as found from pg_namespace n cross join pg_roles r
           where ${ours} and r.rolname in ${clientRoles} and has_schema_privilege(r.oid, n.oid, 'create')`,
    unsafe: `grant create on schema public to authenticated`,
    offender: 'public authenticated',
  },
  {
    rule: 'functions that visitors may run with the server’s rights are listed here',
    sql: `select p.oid::regprocedure::text as found from pg_proc p join pg_namespace n on n.oid = p.pronamespace
            cross join lateral aclexplode(p.proacl) a join pg_roles r on r.oid = a.grantee
           where ${ours} and p.prosecdef and r.rolname in ('anon', 'carefold_login')
             and p.oid::regprocedure::text not in (
               'app.enter(uuid,uuid,text,text,text,uuid)', 'app.record_audit(text,text,text,jsonb,uuid)', 'app.now()',
               -- a program of a clinic, by the hash of its secret
               'app.live_api_key(bytea,timestamp with time zone)')`,
    unsafe: `create function public.unsafe() returns int language sql security definer return 1;
             grant execute on function public.unsafe() to anon`,
    offender: 'unsafe()',
  },
]
