import type pg from 'pg'

/** A statement whose every parameter is text, which the statement itself casts. */
export interface TextStatement {
  sql: string
  params: (string | null)[]
}

/** A row as Postgres prints it: every value as text. */
export type TextRow = Record<string, string | null>

/**
 * Sends statements to Postgres together, without waiting for the answer to one before sending the next, and gives the rows
 * of each. They are one transaction: unless `begin` is among them, the last one's end commits, and after an error the rest
 * is skipped and all of it rolled back (the extended protocol's implicit transaction, which ends at the one Sync).
 *
 * A statement that comes again on the same connection is prepared there, so that Postgres parses it once and plans it
 * seldom.
 *
 * @throws what Postgres answered to the first statement that failed; `earlier` of it: the rows of those before
 */
export function sendTogether(client: pg.ClientBase, statements: TextStatement[]): Promise<TextRow[][]> {
  return new Promise((resolve, reject) => {
    client.query(new Flight(preparedOn(client), statements, resolve, reject))
  })
}

/** The rows of the statements that had succeeded before one failed. */
export class FailedFlight extends Error {
  readonly earlier: TextRow[][]

  constructor(cause: Error, earlier: TextRow[][]) {
    super(cause.message, { cause })
    this.earlier = earlier
  }
}

const beginning: TextStatement = { sql: 'begin', params: [] }
const committing: TextStatement = { sql: 'commit', params: [] }
const undoing: TextStatement = { sql: 'rollback', params: [] }
export const control = { begin: beginning, commit: committing, rollback: undoing }

/** The parts of node-postgres' connection that write messages; its own types ask for a further argument. */
interface Wire {
  stream: { cork(): void; uncork(): void }
  parse(message: { name: string; text: string }): void
  bind(message: { statement: string; values: (string | null)[] }): void
  describe(message: { type: 'P'; name: string }): void
  execute(message: object): void
  close(message: { type: 'S'; name: string }): void
  sync(): void
}

/** What a connection knows of a statement. */
interface Known {
  /** Its name there, once it is prepared. */
  name: string
  /** The names of its columns, which Postgres need not tell again. */
  columns: string[] | undefined
}

/** node-postgres' way to send something else than one query: it writes, and is told of each message that comes back. */
class Flight {
  readonly #prepared: PreparedStatements
  readonly #statements: TextStatement[]
  readonly #resolve: (rows: TextRow[][]) => void
  readonly #reject: (error: Error) => void
  readonly #known: Known[] = []
  readonly #rows: TextRow[][] = []
  #current: TextRow[] = []

  constructor(
    prepared: PreparedStatements,
    statements: TextStatement[],
    resolve: (rows: TextRow[][]) => void,
    reject: (error: Error) => void,
  ) {
    this.#prepared = prepared
    this.#statements = statements
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(connection: unknown): void {
    const wire = connection as Wire
    wire.stream.cork()
    for (const name of this.#prepared.takeDropped()) wire.close({ type: 'S', name })
    for (const { sql, params } of this.#statements) {
      const { known, isNew } = this.#prepared.find(sql)
      this.#known.push(known)
      if (isNew) wire.parse({ name: known.name, text: sql })
      wire.bind({ statement: known.name, values: params })
      if (!known.columns) wire.describe({ type: 'P', name: '' })
      wire.execute({})
    }
    wire.sync()
    wire.stream.uncork()
  }

  handleRowDescription({ fields }: { fields: { name: string }[] }): void {
    const known = this.#known[this.#rows.length]
    if (known) known.columns = fields.map(({ name }) => name)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const columns = this.#known[this.#rows.length]?.columns ?? []
    const row: TextRow = {}
    for (let index = 0; index < columns.length; index++) row[columns[index] as string] = fields[index] ?? null
    this.#current.push(row)
  }

  handleCommandComplete(): void {
    this.#rows.push(this.#current)
    this.#current = []
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete()
  }

  handleError(error: Error): void {
    // which of them Postgres has taken is not known: they are prepared anew
    for (const { sql } of this.#statements) this.#prepared.drop(sql)
    this.#reject(new FailedFlight(error, this.#rows))
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#rows)
  }
}

// Requests take few forms; whoever sends ever new ones pays for their parsing, and costs the server no memory.
const maxPrepared = 200

/** The statements prepared on one connection, the longest unused given up first. */
class PreparedStatements {
  readonly #bySql = new Map<string, Known>()
  #dropped: string[] = []
  #count = 0

  /** The first time it is not given a name yet: many statements never come again. */
  find(sql: string): { known: Known; isNew: boolean } {
    const before = this.#bySql.get(sql)
    if (before?.name) {
      // to the end of the map's order
      this.#bySql.delete(sql)
      this.#bySql.set(sql, before)
      return { known: before, isNew: false }
    }
    const known: Known = { name: before ? `carefold_${++this.#count}` : '', columns: undefined }
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

const preparedByClient = new WeakMap<pg.ClientBase, PreparedStatements>()

function preparedOn(client: pg.ClientBase): PreparedStatements {
  let prepared = preparedByClient.get(client)
  if (!prepared) {
    prepared = new PreparedStatements()
    preparedByClient.set(client, prepared)
  }
  return prepared
}
