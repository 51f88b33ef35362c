import type { CatalogCheck } from '../catalog-checks.ts'

/** The tables that db/migrations/0052_billing_only.sql opens to the Billing role; no other is about patients or visits. */
const tablesOfMoney = [
  ...[
    'balance_movements',
    'book_accounts',
    'payouts',
    'clinic_billing',
    'disputes',
    'invoice_lines',
    'invoices',
    'journal',
    'patients',
    'payments',
  ],
  ...[
    'credits',
    'patient_customers',
    'payout_accounts',
    'plan_versions',
    'plans',
    'postings',
    'receipts',
    'refunds',
  ],
  ...['statement_lines', 'statements', 'subscriptions', 'unassigned_charges', 'user_notices'],
]

/** Tables of the permission set money that the Billing role does not need. */
const notForBilling = ['plan_agreements', 'receipt_details']

/** Columns of such tables: what a clinic wrote about a patient, and the card that pays Carefold. */
const columnsNotForBilling = [
  'disputes.evidence',
  ...['card_brand', 'card_last4', 'card_exp_month', 'card_exp_year'].map((name) => `clinic_billing.${name}`),
]

const columns = `
  select c.oid, n.nspname || '.' || c.relname || ' ' || a.attname as name, a.attnum,
         obj_description(c.oid, 'pg_class') like 'Health data:%' as is_health_data
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
   where n.nspname in ('public', 'app', 'auth', 'sandbox') and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0
     and not a.attisdropped`

/** The Billing role is closed to every table that its one migration does not name (docs/decisions/0191). */
export const billingChecks: CatalogCheck[] = [
  {
    rule: 'the Billing role reads no health data but the names and addresses of patients',
    sql: `select name as found from (${columns}) c
           where is_health_data and has_column_privilege('clinic_billing_only', oid, attnum, 'select')
             and name not in ('public.patients id', 'public.patients clinic_id', 'public.patients full_name',
                              'public.patients email', 'public.patients merged_into')`,
    // also by the rights of any signed-in user
    unsafe: `create table public.unsafe (id uuid primary key); comment on table public.unsafe is 'Health data: a diagnosis.';
             grant select on public.unsafe to authenticated`,
    offender: 'public.unsafe id',
  },
  {
    rule: 'the Billing role is granted the listed tables alone, and reads them only',
    sql: `select distinct n.nspname || '.' || c.relname || ' ' || lower(a.privilege_type) as found
            from pg_class c join pg_namespace n on n.oid = c.relnamespace cross join lateral (
              select (aclexplode(c.relacl)).*
              union all
              select (aclexplode(att.attacl)).* from pg_attribute att where att.attrelid = c.oid and att.attacl is not null) a
           where a.grantee = 'clinic_billing_only'::regrole
             and (a.privilege_type <> 'SELECT' or n.nspname <> 'public' or c.relname not in ('${tablesOfMoney.join("', '")}'))`,
    unsafe: `create table public.unsafe (id uuid primary key); grant select on public.unsafe to clinic_billing_only`,
    offender: 'public.unsafe select',
  },
  {
    rule: 'the Billing role has the rights of a signed-in user and of no other role',
    sql: `select roleid::regrole::text as found from pg_auth_members
           where member = 'clinic_billing_only'::regrole and roleid <> 'authenticated'::regrole`,
    unsafe: `grant clinic_staff to clinic_billing_only`,
    offender: 'clinic_staff',
  },
  {
    rule: 'a table of the permission set money is open to the Billing role too, or listed',
    sql: `select distinct p.polrelid::regclass::text as found from pg_policy p
           where 'clinic_staff'::regrole = any (p.polroles) and pg_get_expr(p.polqual, p.polrelid) ~ '''money'''
             and p.polrelid::regclass::text not in ('${notForBilling.join("', '")}')
             and not exists (select from pg_policy b
                              where b.polrelid = p.polrelid and 'clinic_billing_only'::regrole = any (b.polroles))`,
    unsafe: `create table public.unsafe (id uuid primary key);
             create policy unsafe_select_permitted on public.unsafe for select to clinic_staff
               using ('money' = any ((select app.current_permission_sets())::text[]))`,
    offender: 'unsafe',
  },
  {
    // else a page that reads the column fails for the Billing role alone
    rule: 'a column of the permission set money is open to the Billing role too, or listed',
    sql: `select distinct c.relname || '.' || a.attname as found
            from pg_policy p join pg_class c on c.oid = p.polrelid join pg_attribute a on a.attrelid = c.oid
           where 'clinic_staff'::regrole = any (p.polroles) and pg_get_expr(p.polqual, p.polrelid) ~ '''money'''
             and a.attnum > 0 and not a.attisdropped and has_column_privilege('clinic_staff', c.oid, a.attnum, 'select')
             and not has_column_privilege('clinic_billing_only', c.oid, a.attnum, 'select')
             and c.relname not in ('${notForBilling.join("', '")}')
             and c.relname || '.' || a.attname not in ('${columnsNotForBilling.join("', '")}')`,
    unsafe: `alter table public.payouts add column unsafe text; grant select (unsafe) on public.payouts to clinic_staff`,
    offender: 'payouts.unsafe',
  },
]
