import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { cleanName, type FileKind, fileKinds, maxPieceBytes, maxUnusedFiles } from '#domain/files/files.ts'
import type { Services } from '#server/clinic/action.ts'
import { removeObjectsJob } from '#server/clinic/files.ts'
import { clinicsWith, noClinic } from '#server/platform/database/clinic-of.ts'
import { asSystem, type Caller, type Tx } from '#server/platform/database/transactions.ts'
import { refusesFullStorage } from '#server/platform/files/full-storage.ts'
import { newObjectName } from '#server/platform/files/object-store.ts'
import { finishUpload, requireFewRefused, type UploadRow } from './finish-upload.ts'
import { requireProvenAddress, type UploadAbout, uploadTarget } from './upload-rights.ts'

export interface NewUpload extends UploadAbout {
  kind: FileKind
  name: string
  sizeBytes: number
}

export interface UploadState {
  fileId: string
  received: number
  length: number
}

/** Uploads in pieces: each is stored before the next is accepted, by any process. */
export interface Uploads {
  /**
   * Creates an upload. Its full size counts against the clinic's storage from now on.
   * @throws AppError `file_empty`, `file_too_large`, `files_waiting`, `rate_limited`, `storage_full`; as `uploadTarget`
   * does
   */
  create(caller: Caller, upload: NewUpload): Promise<UploadState>
  /**
   * Stores the next piece; the last one finishes the upload.
   * @throws AppError `not_found`, `file_piece_out_of_place`, `body_too_large`; as `finishUpload` does
   */
  append(
    caller: Caller,
    fileId: string,
    offset: number,
    body: AsyncIterable<Uint8Array>,
  ): Promise<UploadState>
  /**
   * Finishes the upload if a process ended before doing so.
   * @throws AppError `not_found`; as `finishUpload` does
   */
  state(caller: Caller, fileId: string): Promise<UploadState>
  /**
   * Removes an upload that no row uses yet.
   * @throws AppError `not_found`, also for a file in use
   */
  cancel(caller: Caller, fileId: string): Promise<void>
}

export function createUploads(services: Services): Uploads {
  const { transactions, files, jobs } = services

  const completed = async (caller: Caller, upload: UploadRow): Promise<UploadState> => {
    if (upload.state === 'uploading' && upload.received === upload.length)
      await finishUpload(services, caller, upload)
    return stateOf(upload)
  }

  return {
    create: (caller, { kind, name, sizeBytes, ...about }) =>
      transactions.withActor(caller, async (tx, actor) => {
        const target = await uploadTarget(tx, actor, kind, about)
        if (sizeBytes === 0) throw new AppError('file_empty')
        if (sizeBytes > fileKinds[kind].maxBytes) throw new AppError('file_too_large')
        return asSystem(tx, async () => {
          await requireFewRefused(tx, target.ownerId)
          await requireFewUnused(tx, target.clinicId, target.ownerId)
          const { isHealthData } = fileKinds[kind]
          const { id } = await refusesFullStorage(
            tx
              .insertInto('files')
              .values({
                clinic_id: target.clinicId,
                owner_id: target.ownerId,
                kind,
                name: isHealthData ? null : cleanName(name),
                size_bytes: sizeBytes,
              })
              .returning('id')
              .executeTakeFirstOrThrow(),
          )
          if (target.patientId) {
            await tx
              .insertInto('patient_files')
              .values({
                file_id: id,
                clinic_id: target.clinicId,
                patient_id: target.patientId,
                kind,
                name: cleanName(name),
                size_bytes: sizeBytes,
                uploaded_by: target.ownerId,
                form_request_id: about.question?.requestId ?? null,
                form_field_id: about.question?.fieldId ?? null,
              })
              .execute()
          }
          return { fileId: id, received: 0, length: sizeBytes }
        })
      }),

    async append(caller, fileId, offset, body) {
      const object = newObjectName()
      const before = await ownUpload(services, caller, fileId, async (tx, upload) => {
        if (upload.state !== 'uploading' || upload.received !== offset)
          throw new AppError('file_piece_out_of_place')
        await tx.insertInto('app.file_objects').values({ name: object, file_id: fileId }).execute()
      })
      let stored = 0
      try {
        const room = Math.min(maxPieceBytes, before.length - offset)
        stored = await storing(files.store.put(object, upTo(body, room)))
        if (stored > 0 && (await storePiece(object, before, offset, stored)))
          return await completed(caller, { ...before, received: offset + stored })
      } catch (error) {
        await dropPiece(object)
        throw error
      }
      // without its row, which may be deleted with the file, no job would find the object
      await files.store.remove(object)
      await dropPiece(object)
      if (stored === 0) return completed(caller, before)
      throw new AppError('file_piece_out_of_place')
    },

    async state(caller, fileId) {
      return completed(caller, await ownUpload(services, caller, fileId))
    },

    async cancel(caller, fileId) {
      await ownUpload(services, caller, fileId, async (tx, { clinicId, isInUse }) => {
        if (isInUse) throw new AppError('not_found')
        await files.remove(tx, clinicId, fileId)
      })
    },
  }

  /** @returns false if another request stored a piece at this place, or the upload was canceled */
  function storePiece(
    object: string,
    { clinicId, fileId }: UploadRow,
    offset: number,
    bytes: number,
  ): Promise<boolean> {
    return transactions.withSystem('upload', async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('files')
        .set({ received_bytes: offset + bytes, updated_at: sql<Date>`app.now()` })
        .where('clinic_id', '=', clinicId)
        .where('id', '=', fileId)
        .where('state', '=', 'uploading')
        .where('received_bytes', '=', offset)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) return false
      await tx
        .updateTable('app.file_objects')
        .set({ starts_at: offset, bytes })
        .where('name', '=', object)
        .execute()
      return true
    })
  }

  async function dropPiece(object: string): Promise<void> {
    await transactions.withSystem('upload', async (tx) => {
      await tx
        .updateTable('app.file_objects')
        .set({ file_id: null })
        .where('name', '=', object)
        .where('starts_at', 'is', null)
        .execute()
      await jobs.enqueue(tx, removeObjectsJob, {}, { once: 'all' })
    })
  }
}

function stateOf({ fileId, received, length }: UploadRow): UploadState {
  return { fileId, received, length }
}

/**
 * The caller's own upload.
 * @throws AppError `email_not_confirmed`, `not_found`
 */
async function ownUpload(
  { transactions }: Services,
  caller: Caller,
  fileId: string,
  work?: (tx: Tx, upload: UploadRow) => Promise<void>,
): Promise<UploadRow> {
  return transactions.withActor(caller, async (tx, actor) => {
    const { userId: ownerId } = actor
    if (!ownerId) throw new AppError('not_signed_in')
    requireProvenAddress(actor)
    return asSystem(tx, async () => {
      const row = await tx
        .selectFrom('files')
        .selectAll()
        .where('id', '=', fileId)
        .where('owner_id', '=', ownerId)
        .where('clinic_id', 'in', [noClinic, actor.clinicId ?? noClinic])
        .executeTakeFirst()
      if (!row) throw new AppError('not_found')
      const isReady = row.state === 'ready'
      const upload: UploadRow = {
        fileId: row.id,
        ownerId,
        kind: row.kind as FileKind,
        clinicId: row.clinic_id,
        state: isReady ? 'ready' : 'uploading',
        isInUse: row.attached_at !== null,
        received: Number(row.received_bytes),
        // once it is ready, size_bytes is the stored size
        length: Number(isReady ? row.received_bytes : row.size_bytes),
      }
      await work?.(tx, upload)
      return upload
    })
  })
}

/**
 * Counts one upload after another under a lock.
 * @throws AppError `files_waiting`
 */
async function requireFewUnused(tx: Tx, clinicId: string, ownerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads:${ownerId}`}, 0))`.execute(tx)
  const { unused } = await tx
    .selectFrom('files')
    .select((select) => select.fn.countAll<number>().as('unused'))
    .where('clinic_id', 'in', [noClinic, clinicId, ...(await clinicsWith(tx, 'membership', ownerId))])
    .where('owner_id', '=', ownerId)
    .where('attached_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(unused) >= maxUnusedFiles) throw new AppError('files_waiting')
}

/**
 * Reports a failure of the store, such as a full disk, as temporary.
 * @throws AppError `unavailable`
 */
async function storing(put: Promise<number>): Promise<number> {
  try {
    return await put
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('unavailable', { cause: error })
  }
}

/** @throws AppError `body_too_large` beyond `most` bytes; `upload_interrupted` if the connection ends early */
async function* upTo(body: AsyncIterable<Uint8Array>, most: number): AsyncIterable<Uint8Array> {
  let bytes = 0
  try {
    for await (const chunk of body) {
      bytes += chunk.byteLength
      if (bytes > most) throw new AppError('body_too_large')
      yield chunk
    }
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('upload_interrupted', { cause: error })
  }
}
