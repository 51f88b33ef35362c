import type { FuzzSchema, Kind } from '#server/rest/tests/library-model.ts'
import type { TestDatabase } from '#testing/database/database.ts'

const kinds: [RegExp, Kind][] = [
  [/\[\]$/, 'list'],
  [/^uuid$/, 'id'],
  [/^(bigint|integer|smallint)$/, 'number'],
  [/^boolean$/, 'bool'],
  [/^date$/, 'date'],
  [/^timestamp/, 'time'],
  [/^jsonb?$/, 'json'],
]

/**
 * Reads the exposed schema from the catalog, so that new tables are fuzzed. Omits columns that no role may read, so that
 * more requests reach rows.
 */
export async function readFuzzSchema(db: TestDatabase, ids: string[]): Promise<FuzzSchema> {
  const columns = await db.asOwner<{ table: string; name: string; type: string }>(`
    select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped
       and (has_column_privilege('clinic_admin', c.oid, a.attnum, 'select')
            or has_column_privilege('clinic_patient', c.oid, a.attnum, 'select'))
     order by 1, a.attnum`)
  const links = await db.asOwner<{ from: string; name: string; to: string }>(`
    select f.relname as "from", k.conname as name, t.relname as "to"
      from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
     where k.contype = 'f' and f.relnamespace = 'public'::regnamespace and t.relnamespace = 'public'::regnamespace`)
  const isRead = (table: string) => columns.some((column) => column.table === table)
  const relations = (table: string) =>
    Object.fromEntries(
      links
        .filter(({ from, to }) => isRead(from) && isRead(to))
        .flatMap(({ from, name, to }) => [
          ...(from === table ? [[`${to}!${name}`, to]] : []),
          ...(to === table ? [[`${from}!${name}`, from]] : []),
        ]),
    )
  return {
    tables: Object.fromEntries(
      [...Map.groupBy(columns, ({ table }) => table)].map(([table, own]) => [
        table,
        {
          columns: Object.fromEntries(
            own.map(({ name, type }) => [name, kinds.find(([form]) => form.test(type))?.[1] ?? 'text']),
          ),
          relations: relations(table),
        },
      ]),
    ),
    calls: [
      ['audit_log_for_me', []],
      ['audit_log_for_me', [['select', 'by_name,kind']]],
      ['get_users_by_ids', [['user_ids', `{${ids.slice(0, 50).join()}}`]]],
    ],
    ids,
    written: [...new Set(columns.map(({ name }) => name))],
  }
}
