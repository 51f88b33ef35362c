import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { archivePaths, type ClinicManifest } from '#domain/clinic-export/clinic-export.ts'
import { subdomainProblem } from '#domain/clinics/reserved-subdomains.ts'
import { audit } from '#server/clinic/audit.ts'
import { isSubdomainFree } from '#server/features/clinics/subdomains.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { newObjectName, type ObjectStore } from '#server/platform/files/object-store.ts'
import {
  type ArchiveClaim,
  type ClaimChoices,
  claimsOf,
  hasDefaults,
  withDefaults,
} from './archive-claims.ts'
import { type ClinicTable, readClinicTables, readPeople, readRows } from './exported-tables.ts'
import type { ClinicArchive } from './read-archive.ts'

export interface ImportedClinic {
  clinicId: string
  subdomain: string
  rows: number
  files: number
  /** Created accounts, which set a password by "Forgot password"; the others exist here already. */
  newPeople: number
}

const rowsPerInsert = 200

export interface ImportOptions {
  store: ObjectStore
  now: Date
  /** For each claim of an unsigned archive (`claimsOf`); of others, only the differences. */
  choices?: ClaimChoices
}

/**
 * Imports an archive of `export-clinic` in one transaction, and verifies it: each file by its checksum, each table by
 * exporting it again.
 * @param tx the schema's owner as a superuser: triggers and foreign keys are off, and checked at the end
 * @throws UnconfirmedArchive for an archive that this installation has not signed, unless `choices` decides every claim
 * @throws Error with one line for the operator
 */
export async function importClinic(
  tx: Tx,
  archive: ClinicArchive,
  { store, now, choices = {} }: ImportOptions,
): Promise<ImportedClinic> {
  requireChoices(archive, choices)
  const { manifest, content, lines: linesOf } = archive
  await sql`set local timezone = 'UTC'`.execute(tx)
  await sql`set local session_replication_role = replica`.execute(tx).catch(() => {
    throw new Error('only a superuser of the database can import: triggers have to rest')
  })

  const subdomain = await requireFreeAddress(tx, archive, choices, now)
  const tables = await readClinicTables(tx)
  const people = await importPeople(tx, linesOf(archivePaths.people))
  const paths = Object.keys(manifest.files).filter(
    (path) => path.startsWith('json/') && path !== archivePaths.people,
  )
  let rows = 0
  for (const path of paths) {
    const name = path.slice('json/'.length, -'.jsonl'.length)
    const table = name === 'public.clinics' ? null : tables.find((one) => one.name === name)
    if (table === undefined) throw new Error(`${path} is of a table that this version does not have`)
    const lines = withDefaults(archive, choices, name, linesOf(path)).map((line) => people.rename(line))
    requireOwnRows(lines, path, manifest.clinic.id)
    await insertRows(tx, name, lines)
    rows += lines.length
  }
  await raiseJournalNumbers(tx, manifest.clinic.id)
  await sql`select app.copy_memberships_of(m.user_id) from public.clinic_memberships m
             where m.clinic_id = ${manifest.clinic.id} and m.user_id is not null`.execute(tx)
  const files = await importUploads(tx, manifest, content, store)
  await requireWhole(tx, tables)
  await requireUnusedIds(tx, tables, manifest.clinic.id)
  // renamed people change the rows
  if (!people.hasRenamed) await requireEqual(tx, tables, manifest, choices)
  await auditImport(tx, archive, choices)
  return { clinicId: manifest.clinic.id, subdomain, rows, files, newPeople: people.made }
}

export class UnconfirmedArchive extends Error {
  readonly claims: readonly ArchiveClaim[]

  constructor(claims: readonly ArchiveClaim[]) {
    const lines = claims.map(
      ({ name, says, default: byDefault }) => `- ${name}: ${says} (default: ${byDefault})`,
    )
    super(`this installation has not signed the archive. Decide each:\n${lines.join('\n')}`)
    this.claims = claims
  }
}

function requireChoices(archive: ClinicArchive, choices: ClaimChoices): void {
  if (archive.isSignedHere) return
  const open = claimsOf(archive).filter(({ name }) => choices[name] === undefined)
  if (open.length > 0) throw new UnconfirmedArchive(open)
}

async function requireFreeAddress(
  tx: Tx,
  archive: ClinicArchive,
  choices: ClaimChoices,
  now: Date,
): Promise<string> {
  const { clinic } = archive.manifest
  const { rows: present } = await sql`select from public.clinics where id = ${clinic.id}`.execute(tx)
  if (present.length > 0)
    throw new Error('this installation has the clinic already: an import fills an empty hub')
  const path = archivePaths.rows('public.clinics')
  const [row = '{}'] = withDefaults(archive, choices, 'public.clinics', archive.lines(path))
  const subdomain = String(JSON.parse(row).subdomain)
  const other = 'import with the default address instead: --use-default address'
  if (subdomainProblem(subdomain))
    throw new Error(`the address ${subdomain} is reserved or invalid: ${other}`)
  if (!(await isSubdomainFree(tx, { subdomain, email: null, clinicId: clinic.id, now })))
    throw new Error(`this installation has the address ${subdomain} already: ${other}`)
  return subdomain
}

async function auditImport(tx: Tx, archive: ClinicArchive, choices: ClaimChoices): Promise<void> {
  await sql`select set_config('app.purpose', 'import-clinic', true)`.execute(tx)
  const { clinic, trail } = archive.manifest
  const origin = archive.isSignedHere ? 'signed' : 'foreign'
  // the new chain contains the end of the former one
  const end = archive.isSignedHere && { chainPosition: trail.position, chainHash: trail.hash }
  const details = { origin, ...end, ...choices }
  await audit(tx, 'clinic.imported', { type: 'clinic', id: clinic.id }, details, clinic.id)
}

/** The archive is untrusted and must not write into another clinic. */
function requireOwnRows(lines: string[], path: string, clinicId: string): void {
  const column = path === archivePaths.rows('public.clinics') ? 'id' : 'clinic_id'
  if (lines.some((line) => JSON.parse(line)[column] !== clinicId))
    throw new Error(`${path} has rows of another clinic`)
}

/** Some rights follow from a row's id alone, so no id may be in use by another clinic. */
async function requireUnusedIds(tx: Tx, tables: ClinicTable[], clinicId: string): Promise<void> {
  const { rows: foundById } = await sql<{ name: string }>`
    select n.nspname || '.' || c.relname as name
      from pg_catalog.pg_index i join pg_catalog.pg_class c on c.oid = i.indrelid
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
     where i.indnkeyatts = 1 and a.attname = 'id' and not i.indisunique`.execute(tx)
  const names = new Set(foundById.map(({ name }) => name))
  for (const { name } of tables) {
    if (!names.has(name)) continue
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from ${sql.table(name)} mine join ${sql.table(name)} other on other.id = mine.id
                      where mine.clinic_id = ${clinicId} and other.clinic_id <> ${clinicId}) as found`.execute(
      tx,
    )
    if (rows[0]?.found) throw new Error(`${name} has ids that are another clinic’s in this installation`)
  }
}

async function importPeople(tx: Tx, lines: string[]) {
  const ids = new Map<string, string>()
  let made = 0
  for (const line of lines) {
    const person = JSON.parse(line) as { id: string; email: string | null; profile: object | null }
    const { rows } = await sql<{ id: string }>`
      select id from auth.users where id = ${person.id} or (email = ${person.email} and not is_sso)
       order by id <> ${person.id} limit 1`.execute(tx)
    if (rows[0]) {
      if (rows[0].id !== person.id) ids.set(person.id, rows[0].id)
      continue
    }
    // unconfirmed and without a password: setting one confirms the address
    await sql`insert into auth.users (id, email, phone, user_metadata, created_at)
      select id, email, phone, user_metadata, created_at
        from jsonb_populate_record(null::auth.users, ${line}::jsonb)`.execute(tx)
    if (person.profile)
      await insertRows(tx, 'public.profiles', [JSON.stringify({ ...person.profile, user_id: person.id })])
    made += 1
  }
  const found = new RegExp([...ids.keys()].join('|') || '(?!)', 'g')
  return {
    made,
    hasRenamed: ids.size > 0,
    rename: (line: string) => line.replaceAll(found, (id) => ids.get(id) ?? id),
  }
}

/** Later entries follow the imported ones, which retain their numbers. */
async function raiseJournalNumbers(tx: Tx, clinicId: string): Promise<void> {
  await sql`select setval(pg_get_serial_sequence('public.journal', 'id'), greatest(max(j.id), nextval(pg_get_serial_sequence('public.journal', 'id'))))
              from public.journal j where j.clinic_id = ${clinicId}`.execute(tx)
}

async function insertRows(tx: Tx, name: string, lines: string[]): Promise<void> {
  if (lines.length === 0) return
  const into = sql.table(name)
  const columns = Object.keys(JSON.parse(lines[0] ?? '{}'))
  const { rows } = await sql<{ column: string }>`
    select a.attname as column from pg_catalog.pg_attribute a
     where a.attrelid = ${name}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`.execute(
    tx,
  )
  const known = new Set(rows.map(({ column }) => column))
  const unknown = columns.find((column) => !known.has(column))
  if (unknown) throw new Error(`${name} has no column ${unknown} in this version`)
  const filled = await filledIn(tx, name)
  const extra = filled ? sql`, ${sql.ref(filled.column)}` : sql``
  for (let at = 0; at < lines.length; at += rowsPerInsert) {
    const part = `[${lines.slice(at, at + rowsPerInsert).join(',')}]`
    const names = columns.map((column) => sql.ref(column))
    await sql`insert into ${into} (${sql.join(names)}${extra}) overriding system value
      select ${sql.join(columns.map((column) => sql.ref(`r.${column}`)))}${filled ? sql`, ${filled.value(at)}` : sql``}
        from rows from (jsonb_array_elements(${part}::jsonb)) with ordinality as line (row, number)
       cross join lateral jsonb_populate_record(null::${into}, line.row) r
       order by line.number`.execute(tx)
  }
}

/** A column that the archive leaves out (`leftOut`), for the row `line.number` of a part that begins at `at`. */
async function filledIn(tx: Tx, name: string) {
  // the invitation stays, and its old link is invalid
  if (name === 'public.invitations') {
    const value = () => sql`decode(md5(r.id::text) || md5('void' || r.id::text), 'hex')`
    return { column: 'token_hash', value }
  }
  if (name !== 'app.audit_log') return null
  // several numbers of one millisecond need not be in the order of the rows
  const { rows } = await sql<{ first: string }>`
    select app.number_by_time('app.audit_log_id_seq')::text as first`.execute(tx)
  return { column: 'id', value: (at: number) => sql`${rows[0]?.first}::bigint + ${at}::bigint + line.number` }
}

/** The row that names an object is written before its bytes (docs/decisions/0040). */
async function importUploads(
  tx: Tx,
  manifest: ClinicManifest,
  contentOf: (path: string) => Uint8Array,
  store: ObjectStore,
): Promise<number> {
  const paths = Object.keys(manifest.files).filter((path) => path.startsWith('files/'))
  for (const path of paths) {
    const content = contentOf(path)
    const name = newObjectName()
    const { numAffectedRows } = await sql`insert into app.file_objects (name, file_id, starts_at, bytes)
      select ${name}, f.id, 0, ${content.byteLength} from public.files f
       where f.clinic_id = ${manifest.clinic.id} and f.id::text = ${path.slice('files/'.length)}`.execute(tx)
    if (numAffectedRows !== 1n) throw new Error(`${path} is of no file of this clinic`)
    await store.put(name, once(content))
  }
  return paths.length
}

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content
}

async function requireWhole(tx: Tx, tables: ClinicTable[]): Promise<void> {
  const { rows: keys } = await sql<{
    name: string
    child: string
    parent: string
    pairs: [string, string][]
  }>`
    select f.conname as name, n.nspname || '.' || c.relname as child, pn.nspname || '.' || p.relname as parent,
           (select json_agg(json_build_array(a.attname, b.attname)) from unnest(f.conkey, f.confkey) k(child, parent)
              join pg_catalog.pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.child
              join pg_catalog.pg_attribute b on b.attrelid = f.confrelid and b.attnum = k.parent) as pairs
      from pg_catalog.pg_constraint f
      join pg_catalog.pg_class c on c.oid = f.conrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      join pg_catalog.pg_class p on p.oid = f.confrelid join pg_catalog.pg_namespace pn on pn.oid = p.relnamespace
     where f.contype = 'f'`.execute(tx)
  const names = new Set(tables.map(({ name }) => name))
  for (const { name, child, parent, pairs } of keys) {
    if (!names.has(child)) continue
    const filled = pairs.map(([column]) => sql`c.${sql.ref(column)} is not null`)
    const equal = pairs.map(([column, other]) => sql`p.${sql.ref(other)} = c.${sql.ref(column)}`)
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from ${sql.table(child)} c where ${sql.join(filled, sql` and `)}
        and not exists (select from ${sql.table(parent)} p where ${sql.join(equal, sql` and `)})) as found`.execute(
      tx,
    )
    if (rows[0]?.found)
      throw new Error(`rows of ${child} point at nothing (${name}): the archive is not whole`)
  }
}

async function requireEqual(
  tx: Tx,
  tables: ClinicTable[],
  manifest: ClinicManifest,
  choices: ClaimChoices,
): Promise<void> {
  for (const table of tables) {
    if (hasDefaults(choices, table.name)) continue
    const hash = createHash('sha256')
    let after: string | null = null
    do {
      const part = await readRows(tx, table, manifest.clinic.id, after)
      for (const row of part.rows) hash.update(`${row}\n`)
      after = part.after
    } while (after !== null)
    const expected = manifest.files[archivePaths.rows(table.name)]?.sha256
    if (expected && hash.digest('hex') !== expected)
      throw new Error(`${table.name} differs from the archive after the import`)
  }
  const people = await readPeople(tx, tables, manifest.clinic.id)
  const known = manifest.files[archivePaths.people]?.rows
  if (people.length !== known) throw new Error(`${people.length} people instead of ${known}`)
}
