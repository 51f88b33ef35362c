export interface KnownStatement {
  /** Empty until it is prepared. */
  name: string
  /** Saves describing the statement again. */
  columns: { name: string; type: number }[] | undefined
  decoders: ((text: string) => unknown)[] | undefined
}

// Most requests use the same few statements.
const maxPrepared = 200

/** The least recently used is dropped first. */
export class PreparedStatements {
  readonly #bySql = new Map<string, KnownStatement>()
  #dropped: string[] = []
  #count = 0
  readonly #keepsNothing: boolean

  constructor({ keepsNothing = false }: { keepsNothing?: boolean } = {}) {
    this.#keepsNothing = keepsNothing
  }

  /** Prepares a statement at its second use: many are used only once. */
  find(sql: string): { known: KnownStatement; isNew: boolean } {
    if (this.#keepsNothing)
      return { known: { name: '', columns: undefined, decoders: undefined }, isNew: true }
    const before = this.#bySql.get(sql)
    if (before?.name) {
      // moves it to the end of the map's order
      this.#bySql.delete(sql)
      this.#bySql.set(sql, before)
      return { known: before, isNew: false }
    }
    const known: KnownStatement = {
      name: before ? `carefold_${++this.#count}` : '',
      columns: undefined,
      decoders: undefined,
    }
    this.#bySql.set(sql, known)
    const oldest = this.#bySql.size > maxPrepared ? this.#bySql.keys().next().value : undefined
    if (oldest !== undefined) this.drop(oldest)
    return { known, isNew: true }
  }

  drop(sql: string): void {
    const known = this.#bySql.get(sql)
    if (!known) return
    this.#bySql.delete(sql)
    if (known.name) this.#dropped.push(known.name)
  }

  /** Closing an unknown name is no error. */
  takeDropped(): string[] {
    const names = this.#dropped
    if (names.length > 0) this.#dropped = []
    return names
  }
}
