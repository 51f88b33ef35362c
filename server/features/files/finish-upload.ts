import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { AppError, type ErrorCode } from '#domain/errors.ts'
import {
  type FileKind,
  fileKinds,
  type KindRule,
  type MediaType,
  maxUnusedFiles,
  storedName,
} from '#domain/files/files.ts'
import type { Services } from '#server/clinic/action.ts'
import { removeObjectsJob } from '#server/clinic/files.ts'
import { gathered, piecesOf, readBytes, type StoredPiece } from '#server/clinic/stored-bytes.ts'
import { asSystem, type Caller, type Tx } from '#server/platform/database/transactions.ts'
import { detectType, isWholePdf, type RefusedType } from '#server/platform/files/file-type.ts'
import { refusesFullQuestion, refusesFullStorage } from '#server/platform/files/full-storage.ts'
import { newObjectName } from '#server/platform/files/object-store.ts'
import { PictureHasPages, PictureRefused, redrawPicture } from '#server/platform/files/pictures.ts'
import {
  type Bucket,
  returnToken,
  secondsUntilToken,
  takeTokenAndCommit,
} from '#server/platform/rate-limits.ts'

/** Largest picture to redraw, because it is held in memory. */
const maxPictureBytes = 25_000_000

/** Budget of refused uploads per person, because checks are expensive. */
const refusals = (ownerId: string): Bucket => ({
  bucket: 'refused-uploads',
  key: ownerId,
  limit: { burst: maxUnusedFiles, perSeconds: 60 },
})

export interface UploadRow {
  fileId: string
  ownerId: string
  kind: FileKind
  clinicId: string
  state: 'uploading' | 'ready'
  isInUse: boolean
  received: number
  length: number
}

interface Finished {
  mediaType: MediaType
  sizeBytes: number
  sha256: string
  width: number | null
  height: number | null
  object: string | null
}

/** @throws AppError `rate_limited` after too many refused uploads */
export async function requireFewRefused(tx: Tx, ownerId: string): Promise<void> {
  const retryAfterSeconds = await secondsUntilToken(tx, refusals(ownerId))
  if (retryAfterSeconds > 0) throw new AppError('rate_limited', { details: { retryAfterSeconds } })
}

/**
 * Checks a complete upload by its bytes, redraws pictures, and marks it as ready; removes it if refused. Each check
 * takes a unit of the person's budget first, and returns it if the file is accepted, so that simultaneous uploads
 * cannot exceed it.
 * @throws AppError the refusals of the type, `file_damaged`, `file_too_large`, `storage_full`, `form_files_full`; `rate_limited` before
 * any change
 */
export async function finishUpload(services: Services, caller: Caller, upload: UploadRow): Promise<void> {
  const { transactions } = services
  const budget = refusals(upload.ownerId)
  const { allowed, retryAfterSeconds } = await takeTokenAndCommit(
    transactions,
    { purpose: 'upload', requestId: caller.requestId },
    budget,
  )
  if (!allowed) throw new AppError('rate_limited', { details: { retryAfterSeconds } })
  let isRefused = false
  try {
    const pieces = await transactions.withSystem('upload', (tx) => piecesOf(tx, upload.fileId))
    const finished = await examine(services, upload, pieces)
    await transactions.withActor(caller, (tx) =>
      asSystem(tx, () => makeReady(services, tx, upload, finished)),
    )
  } catch (error) {
    if (error instanceof AppError) {
      isRefused = true
      await transactions.withSystem('upload', (tx) =>
        services.files.remove(tx, upload.clinicId, upload.fileId),
      )
    }
    throw error
  } finally {
    if (!isRefused) await transactions.withSystem('upload', (tx) => returnToken(tx, budget))
  }
}

async function examine(services: Services, upload: UploadRow, pieces: StoredPiece[]): Promise<Finished> {
  const { store } = services.files
  const { length } = upload
  const read = (start: number, bytes: number) =>
    gathered(readBytes(store, pieces, { start, end: Math.min(start + bytes, length) - 1 }))
  const rule = fileKinds[upload.kind]
  const mediaType = acceptedType(await detectType(read, length), rule)
  if (mediaType.startsWith('image/')) {
    if (length > maxPictureBytes) throw new AppError('file_too_large')
    const compact = !rule.isHealthData && upload.kind !== 'logo'
    const size = { ...rule.picture, compact }
    const picture = await redrawPicture(upload, () => read(0, length), mediaType, size).catch(
      (error: unknown) => {
        if (error instanceof PictureHasPages) throw new AppError(rule.refusal, { cause: error })
        throw error instanceof PictureRefused ? new AppError('file_damaged', { cause: error }) : error
      },
    )
    const object = newObjectName()
    await services.transactions.withSystem('upload', (tx) =>
      tx.insertInto('app.file_objects').values({ name: object, file_id: upload.fileId }).execute(),
    )
    await store.put(object, oneChunk(picture.bytes))
    const { width, height } = picture
    const sha256 = createHash('sha256').update(picture.bytes).digest('hex')
    return { mediaType: picture.mediaType, sizeBytes: picture.bytes.length, sha256, width, height, object }
  }
  if (mediaType === 'application/pdf' && !(await isWholePdf(read, length))) throw new AppError('file_damaged')
  const hash = createHash('sha256')
  for await (const chunk of readBytes(store, pieces, { start: 0, end: length - 1 })) hash.update(chunk)
  const sha256 = hash.digest('hex')
  return { mediaType, sizeBytes: length, sha256, width: null, height: null, object: null }
}

const documentRefusals = {
  archive: 'file_is_archive',
  macros: 'file_has_macros',
  old_office: 'file_is_old_office',
} as const satisfies Record<RefusedType, ErrorCode>

/**
 * Captions are text, so where only text is accepted they are stored as text.
 * @throws AppError the kind's refusal; one for documents where documents are accepted
 */
function acceptedType(found: MediaType | RefusedType | null, rule: KindRule): MediaType {
  const { accepts, refusal } = rule
  const type = accepts.find((accepted) => accepted === found)
  if (type) return type
  if (found === 'text/vtt' && accepts.includes('text/plain')) return 'text/plain'
  const isDocument = found === 'archive' || found === 'macros' || found === 'old_office'
  throw new AppError(isDocument && accepts.includes('text/plain') ? documentRefusals[found] : refusal)
}

async function makeReady(
  { jobs }: Services,
  tx: Tx,
  { fileId, kind, clinicId }: UploadRow,
  finished: Finished,
): Promise<void> {
  const { mediaType, sizeBytes, object } = finished
  const { attachesItself, isHealthData } = fileKinds[kind]
  const now = sql<Date>`app.now()`
  const ready = await refusesFullStorage(
    tx
      .updateTable('files')
      .set({
        state: 'ready',
        media_type: mediaType,
        size_bytes: sizeBytes,
        sha256: finished.sha256,
        width: finished.width,
        height: finished.height,
        attached_at: attachesItself ? now : null,
        updated_at: now,
      })
      .where('clinic_id', '=', clinicId)
      .where('id', '=', fileId)
      .where('state', '=', 'uploading')
      .returning('name')
      .executeTakeFirst(),
  )
  if (object) {
    // when two requests finish one upload, removes the second's picture; else the pieces
    await tx
      .updateTable('app.file_objects')
      .set({ file_id: null })
      .where('file_id', '=', fileId)
      .where('name', ready ? '<>' : '=', object)
      .execute()
    await tx
      .updateTable('app.file_objects')
      .set({ starts_at: 0, bytes: sizeBytes })
      .where('name', '=', object)
      .execute()
    await jobs.enqueue(tx, removeObjectsJob, {}, { once: 'all' })
  }
  if (!ready) return
  if (ready.name !== null) {
    await tx
      .updateTable('files')
      .set({ name: storedName(ready.name, mediaType) })
      .where('clinic_id', '=', clinicId)
      .where('id', '=', fileId)
      .execute()
  }
  if (!isHealthData) return
  const { name, patient_id } = await tx
    .selectFrom('patient_files')
    .select(['name', 'patient_id'])
    .where('clinic_id', '=', clinicId)
    .where('file_id', '=', fileId)
    .executeTakeFirstOrThrow()
  await refusesFullQuestion(
    tx
      .updateTable('patient_files')
      .set({
        name: storedName(name, mediaType),
        media_type: mediaType,
        size_bytes: sizeBytes,
        attached_at: attachesItself ? now : null,
      })
      .where('clinic_id', '=', clinicId)
      .where('file_id', '=', fileId)
      .execute(),
  )
  await sql`select app.write_audit('file.uploaded', 'file', ${fileId}, ${JSON.stringify({ kind })}::jsonb,
    ${clinicId}::uuid, array[${patient_id}::uuid], null)`.execute(tx)
}

async function* oneChunk(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}
