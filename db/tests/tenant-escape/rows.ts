import type { TestDatabase } from '#testing/database/database.ts'
import type { Column, Table } from './tables.ts'
import type { Owner, World } from './world.ts'

export type Row = Record<string, unknown>

/** A row that actors try to reach: how to find it, and whose it is. */
export interface SampleRow {
  /** Primary key columns and values. */
  key: Row
  clinic: 1 | 2 | null
  /** The person it belongs to; null for what belongs to a clinic as a whole. */
  userId: string | null
}

/** Values that policies or triggers require and a column's type does not show. A new table may need a line here. */
const values: Row = {
  'public.plans.status': 'published',
  'public.plan_versions.is_published': true,
  'public.plan_prices.is_published': true,
  // under age: what guardians may read
  'public.patient_details.date_of_birth': '2020-01-01',
  // the clinic's wall clock at the instant of the samples
  'public.appointments.time': '07:00',
  'public.content_items.status': 'published',
  'public.content_versions.is_published': true,
  'public.content_version_files.is_published': true,
  // in use, as what was sent to the clinic and to its patient
  // what its patient may read
  'public.value_receipts.is_shown': true,
  'public.value_receipts.lines': '[]',
  'public.form_requests.fields': '[]',
  'public.value_receipts.starts_at': '2026-02-01T12:00:00Z',
  'public.value_receipts.ends_at': '2026-03-01T12:00:00Z',
  'public.webhook_endpoints.url': 'https://example.com/hook',
  'public.webhook_endpoints.topics': '{visit}',
  'public.webhook_deliveries.kind': 'test',
  'public.files.kind': 'message_attachment',
  'public.files.is_shared': true,
  'public.files.attached_at': '2026-03-01T12:00:00Z',
  'public.patient_files.attached_at': '2026-03-01T12:00:00Z',
}

/** Tables that already have rows of every owner: they are read, not filled. */
const filled: Record<string, string> = {
  'public.clinics': 'select id as "clinicId", null::uuid as "userId", * from public.clinics',
  'public.clinic_billing':
    'select clinic_id as "clinicId", null::uuid as "userId", * from public.clinic_billing',
  'public.clinic_security':
    'select clinic_id as "clinicId", null::uuid as "userId", * from public.clinic_security',
  'public.clinic_memberships':
    'select clinic_id as "clinicId", user_id as "userId", * from public.clinic_memberships',
  // made by triggers
  'app.member_entries':
    'select e.clinic_id as "clinicId", m.user_id as "userId", e.* from app.member_entries e join public.clinic_memberships m on m.id = e.membership_id',
  'public.patients': 'select clinic_id as "clinicId", user_id as "userId", * from public.patients',
  'auth.users': 'select null::uuid as "clinicId", id as "userId", * from auth.users',
  'auth.sessions': 'select null::uuid as "clinicId", user_id as "userId", * from auth.sessions',
}

/** Rows of every table: for three people of clinic 1 and one of clinic 2, or the world's own. */
export class SampleRows {
  readonly #db: TestDatabase
  readonly #world: World
  readonly #created = new Map<string, Map<Owner, Row>>()

  constructor(db: TestDatabase, world: World) {
    this.#db = db
    this.#world = world
  }

  /** Every table with its rows; parents come before their children. */
  async create(tables: Table[]): Promise<{ table: Table; rows: SampleRow[] }[]> {
    // no triggers and no foreign key checks: a row only needs an owner
    await this.#db.asOwner(`set session_replication_role = 'replica'`)
    const created = []
    for (const table of tables) created.push({ table, rows: await this.#rowsOf(table) })
    await this.#db.asOwner(`set session_replication_role = 'origin'`)
    await this.#db.asOwner(`select app.copy_versions_to_files(f.clinic_id, array_agg(f.file_id))
                              from public.content_version_files f group by f.clinic_id`)
    return created
  }

  async #rowsOf(table: Table): Promise<SampleRow[]> {
    const query = filled[table.name]
    if (query) {
      const rows = await this.#db.asOwner<Row & { clinicId: string | null; userId: string | null }>(query)
      return rows.map((row) => ({
        key: pick(row, table.keyColumns),
        clinic: this.#clinicNumber(row.clinicId ?? this.#clinicOfPerson(row.userId)),
        userId: row.userId,
      }))
    }
    const checks = table.checks.map((check) => `drop constraint ${quoted(check)}`)
    if (checks.length > 0) await this.#db.asOwner(`alter table ${table.name} ${checks.join(', ')}`)
    const rows: SampleRow[] = []
    const owned = new Map<Owner, Row>()
    this.#created.set(table.name, owned)
    for (const owner of Object.values(this.#world.owners)) {
      const neighbor = [...owned.keys()].find(({ clinicId }) => clinicId === owner.clinicId)
      if (neighbor && !table.isPersonal) {
        // a row that belongs to a whole clinic exists once
        owned.set(owner, owned.get(neighbor) ?? {})
        continue
      }
      const row = await this.#newRow(table, owner)
      owned.set(owner, row)
      const userId = table.isPersonal ? owner.userId : null
      rows.push({ key: pick(row, table.keyColumns), clinic: this.#clinicNumber(owner.clinicId), userId })
    }
    return rows
  }

  /** Values for the named columns of a new row that would belong to this owner. */
  draft(table: Table, owner: Owner, names: readonly string[]): Row {
    const links: Row = {}
    for (const { to, columns, referenced } of table.foreignKeys) {
      const parent = this.#parent(to, owner)
      columns.forEach((column, index) => {
        links[column] = parent?.[referenced[index] ?? ''] ?? links[column]
      })
    }
    return Object.fromEntries(
      table.columns
        .filter(({ name }) => names.includes(name))
        .map((column) => [
          column.name,
          values[`${table.name}.${column.name}`] ?? links[column.name] ?? valueFor(column, owner),
        ]),
    )
  }

  async #newRow(table: Table, owner: Owner): Promise<Row> {
    const wanted = table.columns.filter(
      ({ name, type, isRequired, isGenerated }) =>
        !isGenerated &&
        (isRequired ||
          `${table.name}.${name}` in values ||
          // a default has microseconds, which a Date has not: the row would not be found by its key
          (type.startsWith('timestamp') && table.keyColumns.includes(name)) ||
          ['clinic_id', 'user_id', 'patient_id'].includes(name) ||
          table.foreignKeys.some(({ columns }) => columns.includes(name))),
    )
    const row = this.draft(
      table,
      owner,
      wanted.map(({ name }) => name),
    )
    const names = Object.keys(row)
    const [created] = await this.#db.asOwner<Row>(
      `insert into ${table.name} (${names.map(quoted).join(', ')})
       values (${names.map((_, index) => `$${index + 1}`).join(', ')}) returning *`,
      Object.values(row),
    )
    return created ?? {}
  }

  #parent(table: string, owner: Owner): Row | undefined {
    const known: Record<string, Row> = {
      'public.clinics': { id: owner.clinicId },
      'auth.users': { id: owner.userId },
      'auth.sessions': { id: owner.sessionId },
      'public.patients': { id: owner.patientId, clinic_id: owner.clinicId },
      'public.clinic_memberships': { id: owner.membershipId, clinic_id: owner.clinicId },
    }
    return known[table] ?? this.#created.get(table)?.get(owner)
  }

  #clinicNumber(clinicId: string | null): 1 | 2 | null {
    const { one, two } = this.#world.clinics
    return clinicId === one.id ? 1 : clinicId === two.id ? 2 : null
  }

  /** A person belongs to clinic 2 only if they are known nowhere else. */
  #clinicOfPerson(userId: string | null): string | null {
    const { foreignAdmin, outsider } = this.#world.people
    if (userId === outsider?.userId) return null
    const isForeign = userId === foreignAdmin?.userId || userId === this.#world.owners.foreignPatient.userId
    return isForeign ? this.#world.clinics.two.id : this.#world.clinics.one.id
  }
}

let lastNumber = 0

function valueFor(column: Column, owner: Owner): unknown {
  if (column.name === 'clinic_id') return owner.clinicId
  if (column.name === 'user_id') return owner.userId
  if (column.name === 'patient_id') return owner.patientId
  if (column.name === 'currency') return 'usd'
  if (column.firstAllowed !== null) return column.firstAllowed
  if (column.type.endsWith('[]')) return '{}'
  const text = `sample-${crypto.randomUUID()}`
  const byType: Row = {
    uuid: crypto.randomUUID(),
    boolean: false,
    // different each time, as a key would be
    bigint: ++lastNumber,
    integer: lastNumber,
    'timestamp with time zone': '2026-03-01T12:00:00Z',
    date: '2026-03-01',
    jsonb: '{}',
    bytea: Buffer.from(text),
    inet: '192.0.2.1',
    tstzrange: 'empty',
    text: column.name === 'email' ? `${text}@example.test` : text,
  }
  return byType[column.type] ?? 1
}

function pick(row: Row, names: readonly string[]): Row {
  return Object.fromEntries(names.map((name) => [name, row[name]]))
}

export function quoted(name: string): string {
  return `"${name}"`
}
