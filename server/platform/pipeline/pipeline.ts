import type pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import { type KnownStatement, PreparedStatements } from './prepared-statements.ts'

/** A statement with values for its parameters: texts, numbers, dates, bytes, arrays; anything else is sent as JSON. */
export interface Statement {
  sql: string
  params: readonly unknown[]
}

/** A statement whose every parameter is text, which the statement itself casts. */
export interface TextStatement extends Statement {
  params: (string | null)[]
}

/** A row as Postgres prints it: every value as text. */
export type TextRow = Record<string, string | null>

/** What Postgres answers to one statement. */
export interface Answer<Row = Record<string, unknown>> {
  /** `SELECT`, `INSERT`, ... */
  command: string
  /** Rows given, or written. */
  rowCount: number
  rows: Row[]
}

/**
 * Sends statements to Postgres together, without waiting for the answer to one before sending the next, and gives the rows
 * of each, as text. They are one transaction: unless `begin` is among them, the last one's end commits, and after an error
 * the rest is skipped and all of it rolled back (the extended protocol's implicit transaction, which ends at the one Sync).
 *
 * A statement that comes again on the same connection is prepared there, so that Postgres parses it once and plans it
 * seldom. When a migration has changed its table, its next use fails and the one after that prepares it anew.
 *
 * @throws FailedPipeline
 */
export async function sendTogether(client: pg.ClientBase, statements: TextStatement[]): Promise<TextRow[][]> {
  const answers = await fly(client, statements)
  return answers.map(({ rows }) => rows as TextRow[])
}

/**
 * The same with values as the connection's type parsers read them.
 *
 * @throws FailedPipeline
 */
export function sendTyped(client: pg.ClientBase, statements: Statement[]): Promise<Answer[]> {
  return fly(client, statements, (type) => client.getTypeParser(type, 'text') as Decode)
}

/** What Postgres answered to the first statement that failed is its cause; the statements after it were not run. */
export class FailedPipeline extends Error {
  /** The answers to those before. */
  readonly earlier: Answer[]

  constructor(cause: Error, earlier: Answer[]) {
    super(cause.message, { cause })
    this.earlier = earlier
  }
}

const beginning: TextStatement = { sql: 'begin', params: [] }
const undoing: TextStatement = { sql: 'rollback', params: [] }
export const control = { begin: beginning, rollback: undoing }

type Decode = (text: string) => unknown

function fly(
  client: pg.ClientBase,
  statements: Statement[],
  decoderOf?: (type: number) => Decode,
): Promise<Answer[]> {
  return new Promise((resolve, reject) => {
    client.query(new Pipeline(preparedOn(client), statements, { decoderOf, resolve, reject }))
  })
}

/** The parts of node-postgres' connection that write messages; its own types ask for a further argument. */
interface Wire {
  stream: { cork(): void; uncork(): void }
  parse(message: { name: string; text: string }): void
  bind(message: { statement: string; values: readonly unknown[]; valueMapper: typeof prepareValue }): void
  describe(message: { type: 'P'; name: string }): void
  execute(message: object): void
  close(message: { type: 'S'; name: string }): void
  sync(): void
}

/** node-postgres' way to send something else than one query: it writes, and is told of each message that comes back. */
class Pipeline {
  readonly #prepared: PreparedStatements
  readonly #statements: Statement[]
  readonly #decoderOf: ((type: number) => Decode) | undefined
  readonly #resolve: (answers: Answer[]) => void
  readonly #reject: (error: Error) => void
  readonly #known: KnownStatement[] = []
  readonly #answers: Answer[] = []
  #rows: Record<string, unknown>[] = []

  constructor(
    prepared: PreparedStatements,
    statements: Statement[],
    then: {
      decoderOf: ((type: number) => Decode) | undefined
      resolve: (answers: Answer[]) => void
      reject: (error: Error) => void
    },
  ) {
    this.#prepared = prepared
    this.#statements = statements
    this.#decoderOf = then.decoderOf
    this.#resolve = then.resolve
    this.#reject = then.reject
  }

  submit(connection: unknown): void {
    const wire = connection as Wire
    wire.stream.cork()
    for (const name of this.#prepared.takeDropped()) wire.close({ type: 'S', name })
    for (const { sql, params } of this.#statements) {
      const { known, isNew } = this.#prepared.find(sql)
      this.#known.push(known)
      if (isNew) wire.parse({ name: known.name, text: sql })
      wire.bind({ statement: known.name, values: params, valueMapper: prepareValue })
      if (!known.columns) wire.describe({ type: 'P', name: '' })
      wire.execute({})
    }
    wire.sync()
    wire.stream.uncork()
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    const known = this.#known[this.#answers.length]
    if (!known) return
    known.columns = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }))
    known.decoders = undefined
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const known = this.#known[this.#answers.length]
    if (!known?.columns) return
    const decoderOf = this.#decoderOf
    if (decoderOf) known.decoders ??= known.columns.map(({ type }) => decoderOf(type))
    const row: Record<string, unknown> = {}
    for (const [index, { name }] of known.columns.entries()) {
      const text = fields[index] ?? null
      row[name] = text !== null && decoderOf ? known.decoders?.[index]?.(text) : text
    }
    this.#rows.push(row)
  }

  handleCommandComplete({ text }: { text: string }): void {
    // `INSERT 0 1`, `UPDATE 3`, `BEGIN`
    const [command = '', ...counts] = text.split(' ')
    this.#answers.push({ command, rowCount: Number(counts.at(-1)) || 0, rows: this.#rows })
    this.#rows = []
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  handleError(error: Error): void {
    // which of them Postgres has taken is not known: they are prepared anew
    for (const { sql } of this.#statements) this.#prepared.drop(sql)
    this.#reject(new FailedPipeline(error, this.#answers))
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#answers)
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
