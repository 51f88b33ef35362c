import type { TestDatabase } from '#testing/database/database.ts'

/** A table as the catalog describes it: enough to make rows for it. */
export interface Table {
  /** `schema.table` */
  name: string
  columns: Column[]
  keyColumns: string[]
  foreignKeys: ForeignKey[]
  /** Names of its check constraints. */
  checks: string[]
  /** Whether its rows belong to persons: it names one, or points at a table that does. Else they belong to a clinic. */
  isPersonal: boolean
}

export interface Column {
  name: string
  type: string
  isRequired: boolean
  isGenerated: boolean
  /** The first value of its check's list, such as the first of its states. */
  firstAllowed: string | null
}

interface ForeignKey {
  from: string
  columns: string[]
  to: string
  referenced: string[]
}

const ours = `n.nspname in ('public', 'app', 'auth', 'sandbox')`
const personColumns = ['user_id', 'owner_id', 'patient_id', 'owner_patient_id']

/** Every table of ours, those that others point at first. */
export async function readTables(db: TestDatabase): Promise<Table[]> {
  const columns = await db.asOwner<Column & { table: string; isKey: boolean }>(`
    select n.nspname || '.' || c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type,
           a.attnotnull and not a.atthasdef and a.attidentity = '' as "isRequired",
           a.attgenerated <> '' or a.attidentity <> '' as "isGenerated",
           exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p' and a.attnum = any (k.conkey)) as "isKey",
           (select (regexp_match(pg_get_constraintdef(k.oid), 'ARRAY\\[''([^'']+)'''))[1] from pg_constraint k
             where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
             order by 1 nulls last limit 1) as "firstAllowed"
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where ${ours} and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
     order by 1, a.attnum`)
  const names = (key: string, relation: string) => `
    (select array_agg(a.attname::text order by u.place) from unnest(${key}) with ordinality u(number, place)
       join pg_attribute a on a.attrelid = ${relation} and a.attnum = u.number)`
  const foreignKeys = await db.asOwner<ForeignKey>(`
    select n.nspname || '.' || f.relname as "from", m.nspname || '.' || t.relname as "to",
           ${names('k.conkey', 'k.conrelid')} as columns, ${names('k.confkey', 'k.confrelid')} as referenced
      from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_namespace n on n.oid = f.relnamespace
      join pg_class t on t.oid = k.confrelid join pg_namespace m on m.oid = t.relnamespace
     where k.contype = 'f' and ${ours}`)
  const checks = await db.asOwner<{ table: string; name: string }>(`
    select n.nspname || '.' || c.relname as "table", k.conname as name from pg_constraint k
      join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'c' and ${ours}`)

  const waiting = [...Map.groupBy(columns, ({ table }) => table)].map(
    ([name, own]): Table => ({
      name,
      columns: own,
      keyColumns: own.filter(({ isKey }) => isKey).map((column) => column.name),
      foreignKeys: foreignKeys.filter(({ from }) => from === name),
      checks: checks.filter(({ table }) => table === name).map((check) => check.name),
      isPersonal: name === 'auth.users' || name === 'public.patients',
    }),
  )
  const ordered: Table[] = []
  while (waiting.length > 0) {
    const isReady = ({ foreignKeys: keys, name }: Table) =>
      keys.every(({ to }) => to === name || !waiting.some((other) => other.name === to))
    const [table] = waiting.splice(Math.max(waiting.findIndex(isReady), 0), 1)
    if (!table) break
    const pointsAtPersonal = ({ to, columns: own }: ForeignKey) =>
      to.startsWith('public.') &&
      !own.every((column) => column === 'clinic_id') &&
      ordered.some(({ name, isPersonal }) => name === to && isPersonal)
    table.isPersonal ||=
      table.columns.some(({ name }) => personColumns.includes(name)) ||
      table.foreignKeys.some(pointsAtPersonal)
    ordered.push(table)
  }
  return ordered
}
