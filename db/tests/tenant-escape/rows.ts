import type { TestDatabase } from '#testing/database.ts'
import type { Owner, World } from './world.ts'

/** One planted row: how to find it again, and whose it is. */
export interface PlantedRow {
  /** Primary key columns and values. */
  key: Record<string, unknown>
  clinic: 1 | 2 | null
  /** The person it belongs to; null for what belongs to a clinic as a whole. */
  userId: string | null
}

export interface Table {
  name: string
  columns: Column[]
  keyColumns: string[]
  foreignKeys: { columns: string[]; table: string; referenced: string[] }[]
  /** Whether its rows belong to persons: it names one, or points at a table that does. */
  isPersonal: boolean
  rows: PlantedRow[]
}

interface Column {
  name: string
  type: string
  isRequired: boolean
  isGenerated: boolean
  /** The first value a check allows, such as the first state of a list. */
  allowed: string | null
}

/** Values that the types and checks of a column do not tell. A new table may need a line here. */
const values: Record<string, unknown> = {
  'public.clinics.name': 'Planted clinic',
  'public.plans.status': 'published',
  'public.plans.stripe_product': 'prod_planted',
  'public.plans.name': 'Basic',
  'public.plan_prices.currency': 'usd',
  'public.plan_prices.amount_cents': 4900,
  'public.invoices.currency': 'usd',
  'public.payments.currency': 'usd',
  'public.refunds.currency': 'usd',
  'public.statements.currency': 'usd',
  'public.statements.month': '2026-02',
  'app.audit_log.action': 'test.planted',
}

/**
 * Reads the tables from the catalogue and plants rows in each: for a patient, another patient and a pending one of
 * clinic 1, and for a patient of clinic 2. Tables that the world has filled already keep those rows.
 */
export async function plantRows(db: TestDatabase, world: World): Promise<Table[]> {
  const tables = inOrder(await readTables(db))
  // no triggers and no foreign key checks: rows need only look real
  await db.asOwner(`set session_replication_role = 'replica'`)
  try {
    for (const table of tables) {
      const isFilled = (await db.asOwner(`select 1 from ${table.name} limit 1`)).length > 0
      if (!isFilled) for (const owner of Object.values(world.owners)) await plant(db, table, tables, owner)
      table.rows = await ownedRows(db, table, tables, world)
    }
  } finally {
    await db.asOwner(`set session_replication_role = 'origin'`)
  }
  return tables
}

/** Column values of a new row for one owner, as far as `names` asks for them. */
export async function newRow(
  db: TestDatabase,
  table: Table,
  tables: Table[],
  owner: Owner,
  names: readonly string[],
): Promise<Record<string, unknown>> {
  const row: Record<string, unknown> = {}
  for (const { columns, table: target, referenced } of table.foreignKeys) {
    const parent = await parentOf(db, tables, target, owner)
    columns.forEach((column, index) => {
      row[column] = parent?.[referenced[index] ?? '']
    })
  }
  if (table.columns.some(({ name }) => name === 'clinic_id')) row.clinic_id = owner.clinicId
  for (const column of table.columns) {
    const named = values[`${table.name}.${column.name}`]
    if (named !== undefined) row[column.name] = named
    else if (row[column.name] === undefined) row[column.name] = valueFor(column, owner)
  }
  return Object.fromEntries(names.map((name) => [name, row[name]]))
}

async function plant(db: TestDatabase, table: Table, tables: Table[], owner: Owner): Promise<void> {
  const wanted = table.columns
    .filter(({ name, isRequired, isGenerated }) => {
      const isNamed = values[`${table.name}.${name}`] !== undefined
      const isPerson = personColumns.includes(name)
      const isLink = table.foreignKeys.some(({ columns }) => columns.includes(name))
      return !isGenerated && (isRequired || isNamed || isPerson || isLink)
    })
    .map(({ name }) => name)
  const row = await newRow(db, table, tables, owner, wanted)
  const names = Object.keys(row)
  await db.asOwner(
    `insert into ${table.name} (${names.map(quoted).join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
    Object.values(row),
  )
}

const personColumns = ['user_id', 'patient_id', 'owner_patient_id', 'accepted_by', 'email']

function valueFor(column: Column, owner: Owner): unknown {
  if (column.name === 'user_id') return owner.userId
  if (column.name === 'email') return owner.email
  if (column.allowed !== null) return column.allowed
  const text = `planted-${crypto.randomUUID()}`
  if (column.type.endsWith('[]')) return '{}'
  switch (column.type) {
    case 'uuid':
      return crypto.randomUUID()
    case 'boolean':
      return false
    case 'timestamp with time zone':
      return '2026-03-01T12:00:00Z'
    case 'date':
      return '2026-03-01'
    case 'jsonb':
      return '{}'
    case 'bytea':
      return Buffer.from(text)
    case 'text':
      return text
    default:
      return 1
  }
}

async function parentOf(
  db: TestDatabase,
  tables: Table[],
  name: string,
  owner: Owner,
): Promise<Record<string, unknown> | undefined> {
  if (name === 'public.clinics') return { id: owner.clinicId }
  if (name === 'auth.users') return { id: owner.userId }
  if (name === 'public.patients') return { id: owner.patientId, clinic_id: owner.clinicId }
  if (name === 'public.clinic_memberships') return { id: owner.membershipId, clinic_id: owner.clinicId }
  const parent = tables.find((table) => table.name === name)
  const row = parent?.rows.find(({ userId, clinic }) =>
    parent.isPersonal ? userId === owner.userId : clinic === null || isClinicOf(clinic, parent, owner),
  )
  if (!parent || !row) return undefined
  const condition = Object.keys(row.key).map((column, index) => `${quoted(column)} = $${index + 1}`)
  const [found] = await db.asOwner(
    `select * from ${parent.name} where ${condition.join(' and ')}`,
    Object.values(row.key),
  )
  return found
}

const clinicNumbers = new Map<string, 1 | 2>()
function isClinicOf(clinic: 1 | 2, _parent: Table, owner: Owner): boolean {
  return clinicNumbers.get(owner.clinicId) === clinic
}

async function ownedRows(db: TestDatabase, table: Table, tables: Table[], world: World): Promise<PlantedRow[]> {
  const { one, two } = world.clinics
  clinicNumbers.set(one.id, 1).set(two.id, 2)
  const patients = await db.asOwner<{ id: string; user_id: string }>('select id, user_id from patients')
  const users = await db.asOwner<{ id: string; clinic_id: string | null }>(
    `select u.id, (select m.clinic_id from clinic_memberships m where m.user_id = u.id order by m.created_at limit 1) as clinic_id
       from auth.users u`,
  )
  const found = await db.asOwner<Record<string, unknown>>(`select * from ${table.name}`)
  return found.map((row) => {
    const patientId = table.name === 'public.patients' ? row.id : (row.patient_id ?? row.owner_patient_id)
    const parent = table.foreignKeys
      .map(({ columns, table: target, referenced }) => {
        const parentTable = tables.find(({ name }) => name === target)
        if (!parentTable?.isPersonal) return undefined
        return parentTable.rows.find(({ key }) =>
          Object.entries(key).every(([column, value]) => {
            const index = referenced.indexOf(column)
            return index < 0 || row[columns[index] ?? ''] === value
          }),
        )
      })
      .find((candidate) => candidate !== undefined)
    const userId =
      (table.name === 'auth.users' ? row.id : row.user_id) ??
      patients.find(({ id }) => id === patientId)?.user_id ??
      parent?.userId ??
      null
    const clinicId =
      (table.name === 'public.clinics' ? row.id : row.clinic_id) ??
      users.find(({ id }) => id === userId)?.clinic_id ??
      null
    return {
      key: Object.fromEntries(table.keyColumns.map((column) => [column, row[column]])),
      clinic: clinicId === one.id ? 1 : clinicId === two.id ? 2 : null,
      userId: userId as string | null,
    }
  })
}

async function readTables(db: TestDatabase): Promise<Table[]> {
  const columns = await db.asOwner<{
    table: string
    name: string
    type: string
    required: boolean
    generated: boolean
    key: boolean
    allowed: string | null
  }>(`
    select n.nspname || '.' || c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
           a.attnotnull and not a.atthasdef and a.attidentity = '' as required,
           a.attgenerated <> '' or a.attidentity <> '' as generated,
           exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p' and a.attnum = any (k.conkey)) as key,
           (select (regexp_match(pg_get_constraintdef(k.oid), 'ARRAY\\[''([^'']+)'''))[1]
              from pg_constraint k
             where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
               and pg_get_constraintdef(k.oid) ~ 'ARRAY\\[''' limit 1) as allowed
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where n.nspname in ('public', 'app', 'auth', 'sandbox') and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
     order by 1, a.attnum`)
  const foreignKeys = await db.asOwner<{ from: string; to: string; columns: string[]; referenced: string[] }>(`
    select fn.nspname || '.' || f.relname as from, tn.nspname || '.' || t.relname as to,
           (select json_agg(a.attname order by i) from unnest(k.conkey) with ordinality u(n, i)
              join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.n) as columns,
           (select json_agg(a.attname order by i) from unnest(k.confkey) with ordinality u(n, i)
              join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.n) as referenced
      from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_namespace fn on fn.oid = f.relnamespace
      join pg_class t on t.oid = k.confrelid join pg_namespace tn on tn.oid = t.relnamespace
     where k.contype = 'f' and fn.nspname in ('public', 'app', 'auth', 'sandbox')`)
  return [...Map.groupBy(columns, (column) => column.table)].map(([name, own]) => ({
    name,
    columns: own.map((column) => ({
      name: column.name,
      type: column.type,
      isRequired: column.required,
      isGenerated: column.generated,
      allowed: column.allowed,
    })),
    keyColumns: own.filter(({ key }) => key).map((column) => column.name),
    foreignKeys: foreignKeys
      .filter(({ from }) => from === name)
      .map(({ columns: names, to, referenced }) => ({ columns: names, table: to, referenced })),
    isPersonal: false,
    rows: [],
  }))
}

/** Parents first; marks the tables whose rows belong to persons. */
function inOrder(tables: Table[]): Table[] {
  const ordered: Table[] = []
  const waiting = [...tables]
  while (waiting.length > 0) {
    const next = waiting.findIndex((table) =>
      table.foreignKeys.every(
        ({ table: target }) =>
          target === table.name || !waiting.some(({ name }) => name === target),
      ),
    )
    const [table] = waiting.splice(Math.max(next, 0), 1)
    if (!table) break
    table.isPersonal =
      ['auth.users', 'public.patients'].includes(table.name) ||
      table.columns.some(({ name }) => ['user_id', 'patient_id', 'owner_patient_id'].includes(name)) ||
      table.foreignKeys.some(
        ({ table: target }) =>
          !['auth.users', 'public.patients', 'public.clinic_memberships'].includes(target) &&
          ordered.find(({ name }) => name === target)?.isPersonal,
      )
    ordered.push(table)
  }
  return ordered
}

export function quoted(name: string): string {
  return `"${name}"`
}
