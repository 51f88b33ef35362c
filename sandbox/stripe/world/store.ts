/** One object of the sandbox as it is kept: `account` is `platform` or an `acct_...` id, `body` is plain JSON. */
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
 * Where the sandbox keeps its objects; the application gives one over its table `sandbox_objects`
 * (docs/payments.md rule 5). Memory is the working copy, so `load` is called once.
 */
export interface SandboxStore {
  load(): Promise<StoredObject[]>
  /** All or nothing: `put` inserts or replaces by (account, id). The sandbox calls it one at a time. */
  save(changes: { put: StoredObject[]; remove: StoredKey[] }): Promise<void>
}

/** A store that lives as long as the process; two sandboxes over one of these share what they saved. */
export function memoryStore(): SandboxStore {
  // As text, so that what is saved no longer changes with the working copy, as with a database.
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
