import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { type FileKind, fileKinds, type MediaType } from '#domain/files/files.ts'
import { noClinic } from '#server/platform/database/clinic-of.ts'
import type { Config } from '../platform/config/config.ts'
import { asSystem, type Caller, type Transactions, type Tx } from '../platform/database/transactions.ts'
import { createFileLinks, type FileLinks } from '../platform/files/file-links.ts'
import { folderStore } from '../platform/files/folder-store.ts'
import { refusesFullStorage } from '../platform/files/full-storage.ts'
import { newObjectName, type ObjectStore } from '../platform/files/object-store.ts'
import { s3Store } from '../platform/files/s3-store.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { gathered, piecesOf, readBytes } from './stored-bytes.ts'

/** Uploaded files for features. server/features/files/ has the paths for uploads and downloads. */
export interface Files {
  store: ObjectStore
  links: FileLinks
  /**
   * Attaches an uploaded file to the rows of the caller's transaction; replaces the user's avatar or the clinic's logo.
   * The caller checks the permission.
   * @param file of health data with its patient
   * @throws AppError `not_found` unless it is this user's own, unused, of this kind, clinic and patient;
   * `file_not_ready`
   */
  attach(tx: Tx, file: FileToAttach): Promise<AttachedFile>
  /**
   * Reads all of a file for the server, outside of a transaction.
   * @throws ObjectMissing
   */
  bytesOf(transactions: Transactions, fileId: string): Promise<Buffer>
  /**
   * Stores server-made content as a file in use, outside of a transaction.
   * @returns its id
   * @throws AppError `storage_full`
   */
  keep(transactions: Transactions, file: FileToKeep): Promise<string>
  /**
   * Copies a file in use, with its bytes, outside of a transaction. The caller checks the permission.
   * @param to the copy's owner
   * @returns its id
   * @throws AppError `not_found`, `storage_full`
   */
  copy(
    transactions: Transactions,
    from: { clinicId: string; fileId: string },
    to: Pick<FileToKeep, 'clinicId' | 'ownerId'>,
  ): Promise<string>
  /**
   * Removes a file: its row now, its bytes after the commit. The caller checks the permission.
   * @param clinicId zeros: a person's file
   */
  remove(tx: Tx, clinicId: string, fileId: string): Promise<void>
  /** An address for `<img>`, valid for some minutes and this caller's session; each use checks the row again. */
  link(caller: Caller, fileId: string): string
}

export interface FileToAttach {
  fileId: string
  kind: FileKind
  ownerId: string
  clinicId: string
  patientId?: string
}

/** A server-made file: a page of a document, or the placeholder of an import. */
export interface FileToKeep {
  kind: FileKind
  clinicId: string
  /** For a page, the uploader of the document. */
  ownerId: string
  name: string
  mediaType: MediaType
  width: number | null
  height: number | null
  bytes: Uint8Array
}

export interface AttachedFile {
  id: string
  mediaType: string
  sizeBytes: number
  width: number | null
  height: number | null
}

/** The job that removes bytes without a row (server/features/files/remove-objects.ts). */
export const removeObjectsJob = 'files.remove-objects'

export function openFiles(config: StoreSettings & Pick<Config, 'encryptionKey'>, jobs: Jobs): Files {
  return createFiles({ store: openStore(config), links: createFileLinks(config.encryptionKey), jobs })
}

type StoreSettings = Pick<Config, 's3' | 'dataDir' | 'node'>

/** Each node has a separate part, because objects without a row of the node are removed at night. */
export function openStore({ s3, dataDir, node }: StoreSettings): ObjectStore {
  return s3 ? s3Store(s3) : folderStore(`${dataDir}/files${node ? `/${node}` : ''}`)
}

export function createFiles({
  store,
  links,
  jobs,
}: {
  store: ObjectStore
  links: FileLinks
  jobs: Pick<Jobs, 'enqueue'>
}): Files {
  const remove = (tx: Tx, clinicId: string, fileId: string) =>
    asSystem(tx, async () => {
      await tx.deleteFrom('files').where('clinic_id', '=', clinicId).where('id', '=', fileId).execute()
      await jobs.enqueue(tx, removeObjectsJob, {}, { once: 'all' })
    })

  return {
    store,
    links,
    remove,
    link: (caller, fileId) => links.sign(caller, fileId, new Date()).url,

    async bytesOf(transactions, fileId) {
      const pieces = await transactions.withSystem('files', (tx) => piecesOf(tx, fileId))
      const end = pieces.reduce((sum, { bytes }) => sum + bytes, 0) - 1
      return gathered(readBytes(store, pieces, { start: 0, end }))
    },

    async keep(transactions, { bytes, ...file }) {
      const object = newObjectName()
      const fileId = await transactions.withSystem('files', (tx) =>
        reserveFile(tx, object, { ...file, sizeBytes: bytes.byteLength }),
      )
      await store.put(object, oneChunk(bytes))
      await transactions.withSystem('files', (tx) =>
        completeFile(tx, object, {
          id: fileId,
          clinicId: file.clinicId,
          sizeBytes: bytes.byteLength,
          mediaType: file.mediaType,
          sha256: createHash('sha256').update(bytes).digest('hex'),
        }),
      )
      return fileId
    },

    async copy(transactions, from, { clinicId, ownerId }) {
      const object = newObjectName()
      const { copyId, pieces, original } = await transactions.withSystem('files', async (tx) => {
        const found = await tx
          .selectFrom('files')
          .select(['kind', 'name', 'size_bytes', 'media_type', 'width', 'height', 'sha256'])
          .where('clinic_id', '=', from.clinicId)
          .where('id', '=', from.fileId)
          .where('state', '=', 'ready')
          .executeTakeFirst()
        if (!found) throw new AppError('not_found')
        const { kind, name, width, height } = found
        const sizeBytes = Number(found.size_bytes)
        const id = await reserveFile(tx, object, { clinicId, ownerId, kind, name, sizeBytes, width, height })
        return { copyId: id, pieces: await piecesOf(tx, from.fileId), original: { ...found, sizeBytes } }
      })
      const { sizeBytes } = original
      await store.put(object, readBytes(store, pieces, { start: 0, end: sizeBytes - 1 }))
      await transactions.withSystem('files', (tx) =>
        completeFile(tx, object, {
          id: copyId,
          clinicId,
          sizeBytes,
          mediaType: original.media_type,
          sha256: original.sha256,
        }),
      )
      return copyId
    },

    attach: (tx, { fileId, kind, ownerId, clinicId, patientId }) =>
      asSystem(tx, async () => {
        const file = await tx
          .selectFrom('files')
          .selectAll()
          .where('id', '=', fileId)
          .where('kind', '=', kind)
          .where('owner_id', '=', ownerId)
          .where('clinic_id', '=', clinicId)
          .where('attached_at', 'is', null)
          .forUpdate()
          .executeTakeFirst()
        if (!file) throw new AppError('not_found')
        if (file.state !== 'ready') throw new AppError('file_not_ready')
        if (kind === 'avatar' || kind === 'logo') {
          for (const old of await picturesInUse(tx, { kind, ownerId, clinicId }))
            await remove(tx, clinicId, old)
        } else if (fileKinds[kind].isHealthData) {
          const { numUpdatedRows } = await tx
            .updateTable('patient_files')
            .set({ attached_at: sql<Date>`app.now()` })
            .where('clinic_id', '=', clinicId)
            .where('file_id', '=', fileId)
            .where('patient_id', '=', patientId ?? null)
            .executeTakeFirst()
          if (numUpdatedRows !== 1n) throw new AppError('not_found')
        }
        await tx
          .updateTable('files')
          .set({ attached_at: sql<Date>`app.now()` })
          .where('clinic_id', '=', clinicId)
          .where('id', '=', fileId)
          .execute()
        return {
          id: file.id,
          mediaType: file.media_type ?? '',
          sizeBytes: Number(file.size_bytes),
          width: file.width,
          height: file.height,
        }
      }),
  }
}

/**
 * Writes the rows of a file and its one object, before its bytes are stored (docs/decisions/0040). Role `system`.
 * @returns the file's id
 * @throws AppError `storage_full`
 */
async function reserveFile(
  tx: Tx,
  object: string,
  file: Pick<FileToKeep, 'clinicId' | 'ownerId' | 'width' | 'height'> & {
    kind: string
    name: string | null
    sizeBytes: number
  },
): Promise<string> {
  const { clinicId, ownerId, sizeBytes, kind, name, width, height } = file
  const { id } = await refusesFullStorage(
    tx
      .insertInto('files')
      .values({ clinic_id: clinicId, owner_id: ownerId, kind, name, size_bytes: sizeBytes, width, height })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await tx.insertInto('app.file_objects').values({ name: object, file_id: id }).execute()
  return id
}

/** Marks a file as ready and in use, after its one object is stored. Role `system`. */
async function completeFile(
  tx: Tx,
  object: string,
  file: { id: string; clinicId: string; sizeBytes: number; mediaType: string | null; sha256: string | null },
): Promise<void> {
  await tx
    .updateTable('app.file_objects')
    .set({ starts_at: 0, bytes: file.sizeBytes })
    .where('name', '=', object)
    .execute()
  await tx
    .updateTable('files')
    .set({
      state: 'ready',
      received_bytes: file.sizeBytes,
      media_type: file.mediaType,
      sha256: file.sha256,
      attached_at: sql<Date>`app.now()`,
      updated_at: sql<Date>`app.now()`,
    })
    .where('clinic_id', '=', file.clinicId)
    .where('id', '=', file.id)
    .execute()
}

/**
 * Locks a user's avatar or a clinic's logo, so that one of two simultaneous changes remains.
 * @returns their ids
 */
export async function picturesInUse(
  tx: Tx,
  { kind, ownerId, clinicId }: { kind: 'avatar' | 'logo'; ownerId: string; clinicId: string },
): Promise<string[]> {
  const isPersonal = clinicId === noClinic
  const holder = `${kind}:${isPersonal ? ownerId : clinicId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${holder}, 0))`.execute(tx)
  const rows = await tx
    .selectFrom('files')
    .select('id')
    .where('kind', '=', kind)
    .where('attached_at', 'is not', null)
    .where('clinic_id', '=', clinicId)
    .$if(isPersonal, (query) => query.where('owner_id', '=', ownerId))
    .execute()
  return rows.map(({ id }) => id)
}

async function* oneChunk(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}
