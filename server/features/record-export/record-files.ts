import { sql } from 'kysely'
import { recordPaths } from '#domain/record-export/record-export.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import { piecesOf, readBytes, type StoredPiece } from '#server/clinic/stored-bytes.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { type ArchiveWriter, archiveWriter } from '../clinic-export/archive-writer.ts'
import type { RecordFacts } from './record-facts.ts'

/** A zip archive without its 64-bit form ends at 4 GiB. */
const mostFileBytes = 3 * 1024 ** 3

export interface StoredFile {
  id: string
  path: string
  pieces: StoredPiece[]
}

interface NamedFile {
  id: string
  name: string
}

/** The files whose upload is complete. */
export function readyFiles(tx: Tx, clinicId: string, ids: readonly string[]): Promise<NamedFile[]> {
  return tx
    .selectFrom('patient_files as p')
    .innerJoin('files as f', (join) =>
      join.onRef('f.clinic_id', '=', 'p.clinic_id').onRef('f.id', '=', 'p.file_id'),
    )
    .select(['f.id', 'p.name'])
    .where('p.clinic_id', '=', clinicId)
    .where(sql<boolean>`p.file_id = any(${ids}::uuid[])`)
    .where('f.state', '=', 'ready')
    .orderBy('p.created_at')
    .orderBy('f.id')
    .execute()
}

/** Their places in the store and in the archive, as many as it holds. Role `system`. */
export async function storedFiles(tx: Tx, rows: readonly NamedFile[]): Promise<StoredFile[]> {
  const pieces = await Promise.all(rows.map(({ id }) => piecesOf(tx, id)))
  const files: StoredFile[] = []
  let bytes = 0
  for (const [index, { id, name }] of rows.entries()) {
    const parts = pieces[index] ?? []
    const size = sizeOf(parts)
    if (size === 0 || bytes + size > mostFileBytes) continue
    bytes += size
    files.push({ id, path: recordPaths.file(files.length + 1, name), pieces: parts })
  }
  return files
}

interface RecordContent {
  facts: RecordFacts
  files: readonly StoredFile[]
  pdf: Uint8Array
  data: string
}

export async function* writeRecord(
  ctx: ClinicCtx,
  { facts, files, pdf, data }: RecordContent,
): AsyncGenerator<Uint8Array> {
  const archive = archiveWriter(facts.madeAt)
  whole(archive, recordPaths.document, pdf)
  whole(archive, recordPaths.data, data)
  yield* archive.take()
  for (const { path, pieces } of files) {
    const file = archive.file(path, { isPacked: true })
    for await (const chunk of readBytes(ctx.files.store, pieces, { start: 0, end: sizeOf(pieces) - 1 })) {
      file.write(chunk)
      yield* archive.take()
    }
    file.end()
    yield* archive.take()
  }
  yield* archive.end()
}

function whole(archive: ArchiveWriter, path: string, content: string | Uint8Array): void {
  const file = archive.file(path)
  file.write(content)
  file.end()
}

function sizeOf(pieces: readonly StoredPiece[]): number {
  return pieces.reduce((sum, { bytes }) => sum + bytes, 0)
}
