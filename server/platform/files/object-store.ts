import { randomBytes } from 'node:crypto'

/** Knows no rights. */
export interface ObjectStore {
  /**
   * Stores an object completely or not at all, even if `bytes` throws.
   * @returns the number of bytes stored
   */
  put(name: string, bytes: AsyncIterable<Uint8Array>): Promise<number>
  /**
   * Both ends included.
   * @throws ObjectMissing
   */
  read(name: string, range: { start: number; end: number }): AsyncIterable<Uint8Array>
  /** Does nothing if the object is absent. */
  remove(name: string): Promise<void>
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

/** Random, without meaning. */
export function newObjectName(): string {
  const name = randomBytes(32).toString('hex')
  return `${name.slice(0, 2)}/${name.slice(2)}`
}

/** As the table app.file_objects requires; excludes other paths. */
export function isObjectName(name: string): boolean {
  return /^[0-9a-f]{2}\/[0-9a-f]{62}$/.test(name)
}
