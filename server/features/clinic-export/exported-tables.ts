import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/transactions.ts'

export interface ClinicTable {
  /** `public.patients` */
  name: string
  columns: string[]
  key: string[]
  parents: string[]
  people: string[]
}

/** Tables with rows of clinics that are not exported, each with its reason. All others are, also new ones. */
export const staysHere: Record<string, string> = {
  'app.api_tokens': 'tokens of programs: minutes old',
  'app.appointment_holds': 'a time somebody is about to confirm: minutes old',
  'app.audit_checks': 'of the chain of this installation',
  'app.audit_heads': 'made when the audit rows are sealed; the manifest names the end of the chain',
  'app.audit_links': 'made when the audit rows are sealed',
  'app.audit_subjects': 'made anew when the audit rows are sealed',
  'app.calendar_addresses': 'private addresses of calendars: the new place makes its own',
  'app.checkouts': 'payment pages that are open at Stripe',
  'app.mails': 'sent already; must not be sent twice',
  'app.notices': 'facts that were mailed about; must not be mailed twice',
  'app.outbox': 'notices and jobs of the moment; must not be sent twice',
  'app.outside_busy_times': 'read again from the calendars',
  'app.outside_calendar_requests': 'end after ten minutes',
  'app.outside_calendars': 'private addresses and tokens of calendars: the new place connects its own',
  'app.sso_domains': 'proofs of domains: the new place asks the DNS',
  'app.text_messages': 'sent already; must not be sent twice',
  'public.webhook_deliveries': 'sent already; must not be sent twice',
  'public.webhook_endpoints': 'secrets of this installation: the new place adds its own',
  'public.api_keys': 'secrets of programs: the new place makes its own',
}

/** Columns that are not exported, each with its reason. */
export const leftOut: Record<string, Record<string, string>> = {
  'app.audit_log': { id: 'counts for the whole installation; the order stays' },
  'app.entered_addresses': { token: 'an old link must not act at the new place' },
  'public.invoices': { pay_url: 'a page of the old account' },
  'public.invitations': { token_hash: 'an old link must not open the new place' },
}

/** The exported tables, each before those it references, so that a referenced row is read later. */
export async function readClinicTables(tx: Tx): Promise<ClinicTable[]> {
  const { rows } = await sql<ClinicTable>`
    select n.nspname || '.' || c.relname as name,
           (select json_agg(a.attname order by a.attnum) from pg_catalog.pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
           (select json_agg(a.attname order by k.at) from pg_catalog.pg_index i,
                   unnest(i.indkey::int2[]) with ordinality k(attnum, at)
              join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
             where i.indrelid = c.oid and i.indisprimary) as key,
           coalesce((select json_agg(distinct f.confrelid::regclass::text) from pg_catalog.pg_constraint f
                      where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid), '[]') as parents,
           coalesce((select json_agg(a.attname) from pg_catalog.pg_constraint f
                       join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = f.conkey[1]
                      where f.conrelid = c.oid and f.contype = 'f' and f.confrelid = 'auth.users'::regclass), '[]') as people
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'app') and c.relkind in ('r', 'p')
       and exists (select from pg_catalog.pg_attribute a
                    where a.attrelid = c.oid and a.attname = 'clinic_id' and not a.attisdropped)
     order by 1`.execute(tx)
  const tables = rows
    .filter(({ name }) => !(name in staysHere))
    .map((table) => ({
      ...table,
      columns: table.columns.filter((column) => !(column in (leftOut[table.name] ?? {}))),
      parents: table.parents.map((parent) => (parent.includes('.') ? parent : `public.${parent}`)),
    }))
  return childrenFirst(tables)
}

function childrenFirst(tables: ClinicTable[]): ClinicTable[] {
  const parentsFirst: ClinicTable[] = []
  const seen = new Set<string>()
  const byName = new Map(tables.map((table) => [table.name, table]))
  const visit = (table: ClinicTable) => {
    if (seen.has(table.name)) return
    seen.add(table.name)
    for (const parent of table.parents) {
      const found = byName.get(parent)
      if (found) visit(found)
    }
    parentsFirst.push(table)
  }
  for (const table of tables) visit(table)
  return parentsFirst.reverse()
}

const rowsPerPart = 500

export interface RowPart {
  rows: string[]
  /** Where the next part begins; null after the last. */
  after: string | null
}

/**
 * Reads a clinic's rows in the order of their key, with instants in UTC so that checksums match.
 * @param after from the previous part; null: from the start
 * @param below of the audit trail: only rows before this one
 */
export async function readRows(
  tx: Tx,
  table: ClinicTable,
  clinicId: string,
  after: string | null,
  below: string | null = null,
): Promise<RowPart> {
  const from = sql.table(table.name)
  const key = (alias: string) => sql.join(table.key.map((column) => sql.ref(`${alias}.${column}`)))
  const names = sql.join(table.key.map((column) => sql`${sql.lit(column)}, ${sql.ref(`t.${column}`)}`))
  const kept = sql.join(table.columns.map((column) => sql`${sql.lit(column)}, ${sql.ref(`t.${column}`)}`))
  const last = sql`jsonb_populate_record(null::${from}, ${after ?? '{}'}::jsonb) l`
  const { rows } = await sql<{ row: string; key: string }>`
    select ${objectOf(kept, table.columns.length)}::text as row, jsonb_build_object(${names})::text as key
      from ${from} t ${after === null ? sql`` : sql`, ${last}`}
     where t.clinic_id = ${clinicId}
       ${after === null ? sql`` : sql`and (${key('t')}) > (${key('l')})`}
       ${below === null ? sql`` : sql`and t.id <= ${below}::bigint`}
     order by ${key('t')} limit ${rowsPerPart}`.execute(tx)
  return {
    rows: rows.map(({ row }) => row),
    after: rows.length < rowsPerPart ? null : (rows.at(-1)?.key ?? null),
  }
}

/** A function takes at most a hundred arguments. */
function objectOf(pairs: ReturnType<typeof sql.join>, columns: number) {
  if (columns > 50) throw new Error('a table with more than 50 columns')
  return sql`jsonb_build_object(${pairs})`
}

/** All people these rows reference, with their profiles and without credentials. */
export async function readPeople(tx: Tx, tables: ClinicTable[], clinicId: string): Promise<string[]> {
  const ids = tables.flatMap(({ name, people }) =>
    people.map(
      (column) =>
        sql`select ${sql.ref(`t.${column}`)} from ${sql.table(name)} t where t.clinic_id = ${clinicId}`,
    ),
  )
  const { rows } = await sql<{ row: string }>`
    select jsonb_build_object('id', u.id, 'email', u.email, 'phone', u.phone, 'user_metadata', u.user_metadata,
                              'created_at', u.created_at, 'profile', to_jsonb(p) - 'user_id' - 'team_of')::text as row
      from auth.users u left join public.profiles p on p.user_id = u.id
     where u.id in (${sql.join(ids, sql` union `)})
     order by u.id`.execute(tx)
  return rows.map(({ row }) => row)
}
