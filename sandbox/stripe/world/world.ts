import type { AnyRecord } from './records.ts'
import type { SandboxStore, StoredKey, StoredObject } from './store.ts'

interface Change {
  account: string
  id: string
  before: AnyRecord | undefined
}

/**
 * Records are replaced, never modified, so a reference to one is a snapshot. Changes since the last `save` or
 * `rollBack` are one unit.
 */
export class World {
  private readonly accounts = new Map<string, Map<string, AnyRecord>>()
  private readonly kinds = new Map<string, Map<string, AnyRecord>>()
  private changes: Change[] = []
  private order = 0
  /** Counts changes, to invalidate values derived from the state. */
  version = 0

  /** Days between attempts to collect a renewal: a setting of the Stripe account. */
  retryAfterDays: readonly number[] = [3, 5, 7]

  static from(objects: StoredObject[]): World {
    const world = new World()
    const records = objects.map(({ account, body }) => ({ account, record: body as unknown as AnyRecord }))
    records.sort((a, b) => (a.record._order ?? 0) - (b.record._order ?? 0))
    for (const { account, record } of records) {
      world.place(account, record)
      world.order = Math.max(world.order, record._order ?? 0)
    }
    return world
  }

  get(account: string, id: string): AnyRecord | undefined {
    return this.accounts.get(account)?.get(id)
  }

  all(account: string, object: string): AnyRecord[] {
    return [...(this.kinds.get(`${account}/${object}`)?.values() ?? [])]
  }

  oldest(account: string, object: string): AnyRecord | undefined {
    return this.kinds.get(`${account}/${object}`)?.values().next().value
  }

  accountIds(): string[] {
    return [...this.accounts.keys()]
  }

  ids(account: string): string[] {
    return [...(this.accounts.get(account)?.keys() ?? [])]
  }

  put(account: string, record: AnyRecord) {
    const before = this.get(account, record.id)
    this.changes.push({ account, id: record.id, before })
    this.place(account, before ? record : { ...record, _order: ++this.order })
  }

  remove(account: string, id: string) {
    const before = this.get(account, id)
    if (!before) return
    this.changes.push({ account, id, before })
    this.drop(account, before)
  }

  mark(): number {
    return this.changes.length
  }

  rollBack(mark = 0) {
    for (const { account, id, before } of this.changes.splice(mark).reverse()) {
      const now = this.get(account, id)
      if (before) this.place(account, before)
      else if (now) this.drop(account, now)
    }
  }

  /** If the store fails, memory is rolled back to the stored state. */
  async save(store: SandboxStore) {
    if (this.changes.length === 0) return
    const put = new Map<string, StoredObject>()
    const remove = new Map<string, StoredKey>()
    for (const { account, id } of this.changes) {
      const key = `${account}/${id}`
      const record = this.get(account, id)
      if (record) {
        const body = record as unknown as Record<string, unknown>
        put.set(key, { account, id, object: record.object, body })
      } else remove.set(key, { account, id })
    }
    try {
      await store.save({ put: [...put.values()], remove: [...remove.values()] })
      this.changes = []
    } catch (error) {
      this.rollBack()
      throw error
    }
  }

  private place(account: string, record: AnyRecord) {
    this.version++
    mapAt(this.accounts, account).set(record.id, record)
    mapAt(this.kinds, `${account}/${record.object}`).set(record.id, record)
  }

  private drop(account: string, record: AnyRecord) {
    this.version++
    this.accounts.get(account)?.delete(record.id)
    this.kinds.get(`${account}/${record.object}`)?.delete(record.id)
  }
}

function mapAt(maps: Map<string, Map<string, AnyRecord>>, key: string): Map<string, AnyRecord> {
  let map = maps.get(key)
  if (!map) {
    map = new Map()
    maps.set(key, map)
  }
  return map
}
