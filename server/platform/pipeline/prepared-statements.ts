/** What a connection knows of a statement. */
export interface KnownStatement {
  /** Its name there, once it is prepared. */
  name: string
  /** Its columns, which Postgres need not tell again. */
  columns: { name: string; type: number }[] | undefined
  /** How the columns are read, by whoever wants them as values; made for the first row. */
  decoders: ((text: string) => unknown)[] | undefined
}

// Requests take few forms; whoever sends ever new ones pays for their parsing, and costs the server no memory.
const maxPrepared = 200

/** The statements prepared on one connection, the longest unused given up first. */
export class PreparedStatements {
  readonly #bySql = new Map<string, KnownStatement>()
  #dropped: string[] = []
  #count = 0

  /** The first time it is not given a name yet: many statements never come again. */
  find(sql: string): { known: KnownStatement; isNew: boolean } {
    const before = this.#bySql.get(sql)
    if (before?.name) {
      // to the end of the map's order
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

  /** Names to be closed; closing one that does not exist is no error. */
  takeDropped(): string[] {
    const names = this.#dropped
    if (names.length > 0) this.#dropped = []
    return names
  }
}
