import { sql } from 'kysely'
import * as z from 'zod/mini'
import { archiveFormat, archiveName, archivePaths } from '#domain/clinic-export/clinic-export.ts'
import { byteOrderMark, csvLine } from '#domain/values/csv.ts'
import { dateIn } from '#domain/values/zones.ts'
import { type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { requirePermission } from '#server/clinic/permission.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import { piecesOf, readBytes } from '#server/clinic/stored-bytes.ts'
import { zipAnswer } from '#server/clinic/zip-answer.ts'
import { readMigrations } from '#server/platform/database/migrations.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { type ArchiveWriter, archiveWriter } from './archive-writer.ts'
import { type ClinicTable, type RowPart, readClinicTables, readPeople, readRows } from './exported-tables.ts'
import { archiveKind } from './read-archive.ts'

/** A zip archive without its 64-bit form ends at 4 GiB. */
const mostUploadedBytes = 3 * 1024 ** 3

/**
 * Returns all data of the clinic as one zip archive: each table as lines of JSON and as CSV, the uploaded files, and a
 * manifest with checksums. Each part is a transaction that checks the permission again; rows are read before the rows
 * that they reference, so that none is missing. Audits reads of all its patients.
 */
export const exportClinic = outwardAction({
  name: 'export-clinic',
  input: z.object({}),
  access: 'clinic:export',
  system: 'an archive has what no caller reads',
  asksFreshProof: true,
  async run(ctx): Promise<Response> {
    const start = await inPart(ctx, async (tx) => {
      const [clinic, trail, storage, tables] = await asSystem(tx, async () => [
        await sql<{ row: string; subdomain: string; time_zone: string }>`
          select to_jsonb(c)::text as row, subdomain, time_zone from public.clinics c where id = ${ctx.clinicId}`.execute(
          tx,
        ),
        // excludes this export's own row, so that exports of one state are equal
        await sql<{ last: string }>`
          select coalesce(max(id), 0)::text as last from app.audit_log where clinic_id = ${ctx.clinicId}`.execute(
          tx,
        ),
        await sql<{ bytes: string }>`
          select coalesce(sum(size_bytes), 0)::text as bytes from public.files
           where clinic_id = ${ctx.clinicId} and state = 'ready'`.execute(tx),
        await readClinicTables(tx),
      ])
      await audit(tx, 'clinic.exported')
      const [found] = clinic.rows
      if (!found) throw new Error('the clinic is gone')
      return {
        ...found,
        lastAudit: trail.rows[0]?.last ?? '0',
        holdsUploads: Number(storage.rows[0]?.bytes) <= mostUploadedBytes,
        tables,
      }
    })
    const name = archiveName(start.subdomain, dateIn(ctx.now(), start.time_zone))
    return zipAnswer(name, parts(ctx, start))
  },
})

interface Start {
  row: string
  subdomain: string
  lastAudit: string
  holdsUploads: boolean
  tables: ClinicTable[]
}

function inPart<T>(ctx: ClinicCtx, work: (tx: Tx) => Promise<T>): Promise<T> {
  return ctx.transactions.withActor(
    ctx.caller,
    async (tx, actor) => {
      await requirePermission(tx, actor, 'clinic:export')
      return work(tx)
    },
    { timezone: 'UTC' },
  )
}

async function* parts(ctx: ClinicCtx, start: Start): AsyncGenerator<Uint8Array> {
  const archive = archiveWriter(ctx.now())
  for (const table of start.tables) yield* tableParts(ctx, archive, table, start.lastAudit)
  lines(archive, archivePaths.rows('public.clinics'), [start.row])
  const people = await inPart(ctx, (tx) => asSystem(tx, () => readPeople(tx, start.tables, ctx.clinicId)))
  lines(archive, archivePaths.people, people)
  yield* archive.take()
  if (start.holdsUploads) yield* uploads(ctx, archive)
  const manifest = `${JSON.stringify(
    {
      format: archiveFormat,
      madeAt: ctx.now().toISOString(),
      clinic: { id: ctx.clinicId, subdomain: start.subdomain },
      schema: readMigrations().at(-1)?.name ?? '',
      files: archive.files,
      uploads: start.holdsUploads ? 'included' : 'left out',
    },
    null,
    2,
  )}\n`
  const signature = await ctx.signatures.sign(archiveKind, Buffer.from(manifest))
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
  ctx: ClinicCtx,
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
    const part: RowPart = await inPart(ctx, async (tx) => {
      const below = table.name === 'app.audit_log' ? lastAudit : null
      const found = await asSystem(tx, () => readRows(tx, table, ctx.clinicId, from, below))
      if (table.name === 'public.patients')
        await recordRead(
          tx,
          ['patients'],
          found.rows.map((row) => JSON.parse(row).id),
          'export',
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

async function* uploads(ctx: ClinicCtx, archive: ArchiveWriter): AsyncGenerator<Uint8Array> {
  const files = await inPart(ctx, (tx) =>
    asSystem(tx, () =>
      tx
        .selectFrom('files')
        .select('id')
        .where('clinic_id', '=', ctx.clinicId)
        .where('state', '=', 'ready')
        .orderBy('id')
        .execute(),
    ),
  )
  for (const { id } of files) {
    const pieces = await inPart(ctx, (tx) => asSystem(tx, () => piecesOf(tx, id)))
    if (pieces.length === 0) continue
    const file = archive.file(archivePaths.upload(id), { isPacked: true })
    const end = pieces.reduce((sum, { bytes }) => sum + bytes, 0) - 1
    for await (const chunk of readBytes(ctx.files.store, pieces, { start: 0, end })) {
      file.write(chunk)
      yield* archive.take()
    }
    file.end()
    yield* archive.take()
  }
}
