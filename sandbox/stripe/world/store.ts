/** `account` is `platform` or an `acct_...` id, `body` is plain JSON. */
export interface StoredObject {
  account: string
  id: string
  object: string
  body: Record<string, unknown>
}

export interface StoredKey {
  account: string
  id: string
}

/**
 * Storage of the sandbox; the application's is the table `sandbox_objects` (docs/payments.md rule 5). Memory is the
 * working copy: `load` is called once.
 */
export interface SandboxStore {
  load(): Promise<StoredObject[]>
  /** All or nothing: `put` inserts or replaces by (account, id). Calls never overlap. */
  save(changes: { put: StoredObject[]; remove: StoredKey[] }): Promise<void>
}

/** A store in memory, which several sandboxes can share. */
export function memoryStore(): SandboxStore {
  // As text, so that saved objects do not change with the working copy.
  const kept = new Map<string, string>()
  const key = (of: StoredKey) => `${of.account}/${of.id}`
  return {
    async load() {
      return [...kept.values()].map((text) => JSON.parse(text) as StoredObject)
    },
    async save({ put, remove }) {
      for (const object of put) kept.set(key(object), JSON.stringify(object))
      for (const gone of remove) kept.delete(key(gone))
    },
  }
}
