import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { type FileKind, fileKinds, isShownInline } from '#domain/files/files.ts'
import type { Services } from '#server/clinic/action.ts'
import { piecesOf, readBytes, type StoredPiece } from '#server/clinic/stored-bytes.ts'
import { clinicOf, noClinic } from '#server/platform/database/clinic-of.ts'
import { type Actor, asSystem, type Caller, type Tx } from '#server/platform/database/transactions.ts'
import { ObjectMissing } from '#server/platform/files/object-store.ts'

export interface ReadableFile {
  kind: FileKind
  name: string
  mediaType: string
  sizeBytes: number
  sha256: string
  pieces: StoredPiece[]
}

/** No page of ours frames a file, and a file's content never runs as our origin. */
const filePolicy = "default-src 'none'; sandbox; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/**
 * Answers `GET` and `HEAD /files/v1/<id>` with the bytes, or those in `Range`. Audits reads of a file about a patient.
 * @throws AppError `not_found` also if the caller may not read it; `unavailable`
 */
export async function answerDownload(
  services: Services,
  request: Request,
  caller: Caller,
  fileId: string,
): Promise<Response> {
  const file = await services.transactions.withActor(caller, (tx, actor) => readableFile(tx, actor, fileId))
  return sendFile(services, request, fileId, file)
}

/**
 * Answers with the bytes of a file that the caller may read, or those in `Range`.
 * @throws AppError `unavailable`
 */
export async function sendFile(
  services: Services,
  request: Request,
  fileId: string,
  file: ReadableFile,
): Promise<Response> {
  const etag = `"${file.sha256.slice(0, 32)}"`
  const headers = new Headers({
    'Content-Type': file.mediaType === 'text/plain' ? 'text/plain; charset=utf-8' : file.mediaType,
    'Content-Disposition': disposition(file),
    'Content-Security-Policy': filePolicy,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': cacheControl(file.kind),
    'Accept-Ranges': 'bytes',
    ETag: etag,
    // webmail shows it in mails
    ...(file.kind === 'logo' && { 'Cross-Origin-Resource-Policy': 'cross-origin' }),
  })
  if (isListed(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers })

  const condition = request.headers.get('if-range')
  const asked = condition === null || condition === etag ? request.headers.get('range') : null
  const range = asked === null ? null : rangeOf(asked, file.sizeBytes)
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${file.sizeBytes}`)
    for (const name of ['Content-Type', 'Content-Disposition', 'ETag']) headers.delete(name)
    return new Response(null, { status: 416, headers })
  }
  const { start, end } = range ?? { start: 0, end: file.sizeBytes - 1 }
  headers.set('Content-Length', String(end - start + 1))
  if (range) headers.set('Content-Range', `bytes ${start}-${end}/${file.sizeBytes}`)
  const status = range ? 206 : 200
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  return new Response(await openBytes(services, fileId, file, { start, end }), { status, headers })
}

/** Row-level security decides, among files of the caller's clinic and of no clinic; then the server reads columns that clients may not. */
async function readableFile(tx: Tx, actor: Actor, fileId: string): Promise<ReadableFile> {
  const seen = await tx
    .selectFrom('files')
    .select(['clinic_id', 'kind'])
    .where('clinic_id', 'in', [noClinic, actor.clinicId ?? noClinic])
    .where('id', '=', fileId)
    .where('state', '=', 'ready')
    .executeTakeFirst()
  if (!seen) return publicLogo(tx, fileId)
  const kind = seen.kind as FileKind
  if (fileKinds[kind].isHealthData) {
    const { patient_id } = await tx
      .selectFrom('patient_files')
      .select('patient_id')
      .where('clinic_id', '=', actor.clinicId ?? '')
      .where('file_id', '=', fileId)
      .executeTakeFirstOrThrow()
    await sql`select app.record_read('{"tables": ["patient_files"]}', array[${patient_id}::uuid], null, 'file')`.execute(
      tx,
    )
  }
  return asSystem(tx, () => storedFile(tx, { clinicId: seen.clinic_id, fileId, kind }))
}

/**
 * A clinic's logo, which is public at every address: mails of a clinic name it at a former one.
 * @throws AppError `not_found`
 */
function publicLogo(tx: Tx, fileId: string): Promise<ReadableFile> {
  return asSystem(tx, async () => {
    const clinicId = await clinicOf(tx, 'logo', fileId)
    const logo = await tx
      .selectFrom('files')
      .select('id')
      .where('clinic_id', '=', clinicId)
      .where('id', '=', fileId)
      .where('kind', '=', 'logo')
      .where('state', '=', 'ready')
      .where('attached_at', 'is not', null)
      .executeTakeFirst()
    if (!logo) throw new AppError('not_found')
    return storedFile(tx, { clinicId, fileId, kind: 'logo' })
  })
}

/** Reads the stored parts of a file whose row the caller may read. Role `system`. */
export async function storedFile(
  tx: Tx,
  { clinicId, fileId, kind }: { clinicId: string; fileId: string; kind: FileKind },
): Promise<ReadableFile> {
  const row = await tx
    .selectFrom('files')
    .leftJoin('patient_files', (join) =>
      join.on('patient_files.clinic_id', '=', clinicId).onRef('patient_files.file_id', '=', 'files.id'),
    )
    .select([
      'files.name',
      'patient_files.name as patientFileName',
      'files.media_type',
      'files.size_bytes',
      'files.sha256',
    ])
    .where('files.clinic_id', '=', clinicId)
    .where('files.id', '=', fileId)
    .executeTakeFirstOrThrow()
  return {
    kind,
    name: row.name ?? row.patientFileName ?? 'file',
    mediaType: row.media_type ?? 'application/octet-stream',
    sizeBytes: Number(row.size_bytes),
    sha256: row.sha256 ?? '',
    pieces: await piecesOf(tx, fileId),
  }
}

/** Opens the first piece before the answer begins, so that a missing object is an error. */
async function openBytes(
  { files, log }: Services,
  fileId: string,
  file: ReadableFile,
  range: { start: number; end: number },
): Promise<ReadableStream<Uint8Array>> {
  const bytes = readBytes(files.store, file.pieces, range)[Symbol.asyncIterator]()
  try {
    const first = await bytes.next()
    if (first.done) throw new ObjectMissing(fileId)
    return Readable.toWeb(
      Readable.from(
        (async function* () {
          try {
            yield first.value
            for (let next = await bytes.next(); !next.done; next = await bytes.next()) yield next.value
          } finally {
            await bytes.return?.()
          }
        })(),
        { objectMode: false },
      ),
    ) as ReadableStream<Uint8Array>
  } catch (error) {
    if (!(error instanceof ObjectMissing)) throw error
    log.error('files.object_missing', { fileId })
    throw new AppError('unavailable')
  }
}

function disposition({ name, mediaType }: ReadableFile): string {
  const how = isShownInline(mediaType) ? 'inline' : 'attachment'
  const plain = name.replace(/[^\w.() -]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
  return `${how}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** Health data must not be stored on the disk of a shared computer. */
function cacheControl(kind: FileKind): string {
  if (fileKinds[kind].isHealthData) return 'private, no-store'
  return kind === 'logo' ? 'public, max-age=300' : 'private, max-age=300'
}

function isListed(header: string | null, etag: string): boolean {
  if (header === null) return false
  return header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag)
}

/** A single byte range (RFC 9110 14.2); null for several ranges, other units, or none. */
function rangeOf(header: string, size: number): { start: number; end: number } | 'unsatisfiable' | null {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim())
  if (!found || (!found[1] && !found[2])) return null
  if (!found[1]) {
    const last = Math.min(Number(found[2]), size)
    return last === 0 ? 'unsatisfiable' : { start: size - last, end: size - 1 }
  }
  const start = Number(found[1])
  const end = Math.min(found[2] ? Number(found[2]) : size - 1, size - 1)
  if (found[2] && Number(found[2]) < start) return null
  return start >= size ? 'unsatisfiable' : { start, end }
}
