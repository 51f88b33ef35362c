import { randomBytes } from 'node:crypto'

/** The bytes of files, in a folder or an S3-compatible bucket, without rights. */
export interface ObjectStore {
  /**
   * Stores an object completely or not at all, even if `bytes` throws.
   * @returns the number of bytes stored
   */
  put(name: string, bytes: AsyncIterable<Uint8Array>): Promise<number>
  /**
   * The bytes from `start` to `end`, both included.
   * @throws ObjectMissing
   */
  read(name: string, range: { start: number; end: number }): AsyncIterable<Uint8Array>
  /** Removes an object, if it exists. */
  remove(name: string): Promise<void>
  /** In any order. */
  list(): AsyncIterable<StoredObject>
}

export interface StoredObject {
  name: string
  bytes: number
  storedAt: Date
}

/** A row names an object that is not in the store. */
export class ObjectMissing extends Error {
  override name = 'ObjectMissing'
}

/** A new object's name: random, without meaning. */
export function newObjectName(): string {
  const name = randomBytes(32).toString('hex')
  return `${name.slice(0, 2)}/${name.slice(2)}`
}

/** As the table app.file_objects requires; cannot be another path. */
export function isObjectName(name: string): boolean {
  return /^[0-9a-f]{2}\/[0-9a-f]{62}$/.test(name)
}
