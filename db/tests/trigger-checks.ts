import type { CatalogCheck } from './catalog-checks.ts'

/** Queues a job or sends a notification. */
const reaches = `pg_notify\\s*\\(|(^|[\\n;])\\s*notify\\s|insert into jobs\\.`

/** Functions that do, with all functions that call them. */
const functions = `
  of_ours as (
    select p.oid, n.nspname || '.' || p.proname || '(' as called, coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) as body
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('public', 'app', 'auth', 'sandbox') and p.prokind = 'f'),
  reaching (oid, called) as (
    select f.oid, f.called from of_ours f where f.body ~* '${reaches}'
    union
    select f.oid, f.called from of_ours f join reaching r on position(r.called in f.body) > 0)`

/** Of the installation; the operator's, on the coordinator. Their triggers refuse changes and do nothing else. */
const appendOnly = ['audit_checks', 'audit_links', 'dropped_months']

/** Checks of what triggers may not do, so that tables can be on several nodes (docs/scaling.md 5, docs/decisions/0206). */
export const triggerChecks: CatalogCheck[] = [
  {
    rule: 'no trigger queues a job or notifies: it writes to app.outbox',
    sql: `with recursive ${functions}
          select t.tgrelid::regclass || ' ' || t.tgname as found from pg_trigger t join reaching r on r.oid = t.tgfoid
           where not t.tgisinternal and t.tgparentid = 0 order by 1`,
    unsafe: `create or replace function app.undo_time() returns interval language sql as 'with queued as (select app.queue_job(null, null, null)) select interval ''0'' from queued'`,
    offender: 'appointment_changes appointment_changes_notice',
  },
  {
    rule: 'no table that is on every node has a trigger',
    sql: `select t.tgrelid::regclass || ' ' || t.tgname as found
            from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
           where not t.tgisinternal and t.tgparentid = 0 and n.nspname in ('public', 'app', 'auth')
             and not exists (select from pg_attribute a
                              where a.attrelid = c.oid and a.attname = 'clinic_id' and not a.attisdropped)
             and c.relname not in (${appendOnly.map((name) => `'${name}'`).join(', ')}) order by 1`,
    unsafe: `create trigger unsafe before delete on auth.users for each statement execute function app.refuse_unless_erasing()`,
    offender: 'auth.users unsafe',
  },
]
