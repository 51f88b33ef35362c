import { sql } from 'kysely'
import { archiveFormat, archivePaths, type ClinicManifest } from '#domain/clinic-export/clinic-export.ts'
import { byteOrderMark, csvLine } from '#domain/values/csv.ts'
import { piecesOf, readBytes } from '#server/clinic/stored-bytes.ts'
import { readMigrations } from '#server/platform/database/migrations.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import type { DocumentSignatures } from '#server/platform/document-signatures.ts'
import type { ObjectStore } from '#server/platform/files/object-store.ts'
import { type ArchiveWriter, archiveWriter } from './archive-writer.ts'
import { type ClinicTable, type RowPart, readClinicTables, readPeople, readRows } from './exported-tables.ts'
import { archiveKind } from './read-archive.ts'

/** A zip archive without its 64-bit form ends at 4 GiB. */
const mostUploadedBytes = 3 * 1024 ** 3

export interface ArchiveSource {
  clinicId: string
  store: ObjectStore
  signatures: Pick<DocumentSignatures, 'sign'>
  now(): Date
  /** Runs one part with a transaction in which instants are in UTC. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  recordPatients?(tx: Tx, patientIds: string[]): Promise<void>
}

interface ArchiveStart {
  row: string
  subdomain: string
  time_zone: string
  lastAudit: string
  trail: ClinicManifest['trail']
  holdsUploads: boolean
  tables: ClinicTable[]
}

export async function readStart(tx: Tx, clinicId: string): Promise<ArchiveStart> {
  const [clinic, trail, chain, storage, tables] = await asSystem(tx, async () => [
    await sql<{ row: string; subdomain: string; time_zone: string }>`
      select to_jsonb(c)::text as row, subdomain, time_zone from public.clinics c where id = ${clinicId}`.execute(
      tx,
    ),
    // excludes this export's own row, so that exports of one state are equal
    await sql<{ last: string }>`
      select coalesce(max(id), 0)::text as last from app.audit_log where clinic_id = ${clinicId}`.execute(tx),
    await sql<ClinicManifest['trail']>`
      select position::integer, encode(hash, 'hex') as hash from app.audit_heads where clinic_id = ${clinicId}`.execute(
      tx,
    ),
    await sql<{ bytes: string }>`
      select coalesce(sum(size_bytes), 0)::text as bytes from public.files
       where clinic_id = ${clinicId} and state = 'ready'`.execute(tx),
    await readClinicTables(tx),
  ])
  const [found] = clinic.rows
  if (!found) throw new Error('the clinic is gone')
  return {
    ...found,
    lastAudit: trail.rows[0]?.last ?? '0',
    trail: chain.rows[0] ?? { position: 0, hash: '' },
    holdsUploads: Number(storage.rows[0]?.bytes) <= mostUploadedBytes,
    tables,
  }
}

/**
 * Rows are read before the rows that they reference, so that none is missing.
 */
export async function* archiveParts(source: ArchiveSource, start: ArchiveStart): AsyncGenerator<Uint8Array> {
  const archive = archiveWriter(source.now())
  for (const table of start.tables) yield* tableParts(source, archive, table, start.lastAudit)
  lines(archive, archivePaths.rows('public.clinics'), [start.row])
  const people = await source.read((tx) => asSystem(tx, () => readPeople(tx, start.tables, source.clinicId)))
  lines(archive, archivePaths.people, people)
  yield* archive.take()
  if (start.holdsUploads) yield* uploads(source, archive)
  const manifest = `${JSON.stringify(
    {
      format: archiveFormat,
      madeAt: source.now().toISOString(),
      clinic: { id: source.clinicId, subdomain: start.subdomain },
      trail: start.trail,
      schema: readMigrations().at(-1)?.name ?? '',
      files: archive.files,
      uploads: start.holdsUploads ? 'included' : 'left out',
    },
    null,
    2,
  )}\n`
  const signature = await source.signatures.sign(archiveKind, Buffer.from(manifest))
  whole(archive, archivePaths.manifest, manifest)
  whole(archive, archivePaths.signature, `${signature}\n`)
  yield* archive.end()
}

function whole(archive: ArchiveWriter, path: string, content: string): void {
  const file = archive.file(path)
  file.write(content)
  file.end()
}

function lines(archive: ArchiveWriter, path: string, rows: string[]): void {
  const file = archive.file(path)
  file.write(rows.map((row) => `${row}\n`).join(''))
  file.end(rows.length)
}

async function* tableParts(
  source: ArchiveSource,
  archive: ArchiveWriter,
  table: ClinicTable,
  lastAudit: string,
): AsyncGenerator<Uint8Array> {
  const json = archive.file(archivePaths.rows(table.name))
  const sheet = archive.file(archivePaths.sheet(table.name))
  sheet.write(byteOrderMark + csvLine(table.columns))
  let count = 0
  let after: string | null = null
  do {
    const from: string | null = after
    const part: RowPart = await source.read(async (tx) => {
      const below = table.name === 'app.audit_log' ? lastAudit : null
      const found = await asSystem(tx, () => readRows(tx, table, source.clinicId, from, below))
      if (table.name === 'public.patients')
        await source.recordPatients?.(
          tx,
          found.rows.map((row) => JSON.parse(row).id),
        )
      return found
    })
    json.write(part.rows.map((row) => `${row}\n`).join(''))
    sheet.write(part.rows.map((row) => sheetLine(table.columns, JSON.parse(row))).join(''))
    count += part.rows.length
    after = part.after
    yield* archive.take()
  } while (after !== null)
  json.end(count)
  sheet.end(count)
  yield* archive.take()
}

function sheetLine(columns: string[], row: Record<string, unknown>): string {
  return csvLine(
    columns.map((column) => {
      const value = row[column]
      if (value === null || value === undefined) return ''
      return typeof value === 'object' ? JSON.stringify(value) : String(value)
    }),
  )
}

async function* uploads(source: ArchiveSource, archive: ArchiveWriter): AsyncGenerator<Uint8Array> {
  const files = await source.read((tx) =>
    asSystem(tx, () =>
      tx
        .selectFrom('files')
        .select('id')
        .where('clinic_id', '=', source.clinicId)
        .where('state', '=', 'ready')
        .orderBy('id')
        .execute(),
    ),
  )
  for (const { id } of files) {
    const pieces = await source.read((tx) => asSystem(tx, () => piecesOf(tx, id)))
    if (pieces.length === 0) continue
    const file = archive.file(archivePaths.upload(id), { isPacked: true })
    const end = pieces.reduce((sum, { bytes }) => sum + bytes, 0) - 1
    for await (const chunk of readBytes(source.store, pieces, { start: 0, end })) {
      file.write(chunk)
      yield* archive.take()
    }
    file.end()
    yield* archive.take()
  }
}
