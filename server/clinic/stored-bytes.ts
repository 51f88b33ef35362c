import type { Tx } from '../platform/database/transactions.ts'
import type { ObjectStore } from '../platform/files/object-store.ts'

export interface StoredPiece {
  name: string
  startsAt: number
  bytes: number
}

export async function piecesOf(tx: Tx, fileId: string): Promise<StoredPiece[]> {
  const rows = await tx
    .selectFrom('app.file_objects')
    .select(['name', 'starts_at', 'bytes'])
    .where('file_id', '=', fileId)
    .where('starts_at', 'is not', null)
    .orderBy('starts_at')
    .execute()
  return rows.map(({ name, starts_at, bytes }) => ({
    name,
    startsAt: Number(starts_at),
    bytes: Number(bytes),
  }))
}

/**
 * The bytes from `start` to `end` of a file, both included.
 * @throws ObjectMissing
 */
export async function* readBytes(
  store: ObjectStore,
  pieces: StoredPiece[],
  { start, end }: { start: number; end: number },
): AsyncIterable<Uint8Array> {
  for (const { name, startsAt, bytes } of pieces) {
    if (startsAt > end || startsAt + bytes <= start) continue
    yield* store.read(name, {
      start: Math.max(0, start - startsAt),
      end: Math.min(bytes, end - startsAt + 1) - 1,
    })
  }
}

/** All bytes in one buffer: for pieces and pictures, whose size is limited. */
export async function gathered(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}
