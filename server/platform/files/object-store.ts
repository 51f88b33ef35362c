import { randomBytes } from 'node:crypto'

/** Where the bytes of files are: a folder, or a bucket of an S3-compatible store. It knows nothing of rows or people. */
export interface ObjectStore {
  /**
   * Stores an object whole or not at all: one whose bytes end with an error is absent.
   *
   * @returns how many bytes were stored
   */
  put(name: string, bytes: AsyncIterable<Uint8Array>): Promise<number>
  /**
   * The bytes from `start` to `end`, both included.
   *
   * @throws ObjectMissing
   */
  read(name: string, range: { start: number; end: number }): AsyncIterable<Uint8Array>
  /** Removes an object; one that is absent is removed already. */
  remove(name: string): Promise<void>
  /** Every object, in any order. */
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

/** A new object's name. It tells nothing and cannot be guessed. */
export function newObjectName(): string {
  const name = randomBytes(32).toString('hex')
  return `${name.slice(0, 2)}/${name.slice(2)}`
}

/** As the table app.file_objects requires: nothing that could be a path elsewhere. */
export function isObjectName(name: string): boolean {
  return /^[0-9a-f]{2}\/[0-9a-f]{62}$/.test(name)
}
