import type pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import { measured } from '../round-trips.ts'
import { type KnownStatement, PreparedStatements } from './prepared-statements.ts'

/** Parameters are texts, numbers, dates, bytes or arrays; anything else is sent as JSON. */
export interface Statement {
  sql: string
  params: readonly unknown[]
}

/** All parameters are text; the statement casts them. */
export interface TextStatement extends Statement {
  params: (string | null)[]
}

/** Every value as text. */
export type TextRow = Record<string, string | null>

export interface Answer<Row = Record<string, unknown>> {
  /** `SELECT`, `INSERT`, ... */
  command: string
  /** Rows returned or written. */
  rowCount: number
  rows: Row[]
}

/**
 * Sends statements together as one transaction: unless `begin` is among them, it is committed after the last; an error rolls
 * everything back.
 * Prepares a statement at its second use on a connection. After a migration changed its table, the next use fails and the
 * one after that prepares it again.
 * @returns the rows of each, as text
 * @throws FailedPipeline
 */
export async function sendTogether(client: pg.ClientBase, statements: TextStatement[]): Promise<TextRow[][]> {
  const answers = await send(client, statements)
  return answers.map(({ rows }) => rows as TextRow[])
}

/**
 * Converts values with the connection's type parsers.
 * @throws FailedPipeline
 */
export function sendTyped(client: pg.ClientBase, statements: Statement[]): Promise<Answer[]> {
  return send(client, statements, (type) => client.getTypeParser(type, 'text') as Decode)
}

/** `cause` is Postgres' error; later statements did not run. */
export class FailedPipeline extends Error {
  /** The answers to the statements before it. */
  readonly earlier: Answer[]

  constructor(cause: Error, earlier: Answer[]) {
    super(cause.message, { cause })
    this.earlier = earlier
  }
}

export const control = {
  begin: { sql: 'begin', params: [] },
  rollback: { sql: 'rollback', params: [] },
} satisfies Record<string, TextStatement>

type Decode = (text: string) => unknown

function send(
  client: pg.ClientBase,
  statements: Statement[],
  decoderOf?: (type: number) => Decode,
): Promise<Answer[]> {
  return measured(
    statements.length,
    () =>
      new Promise((resolve, reject) => {
        client.query(new Pipeline(preparedOn(client), statements, { decoderOf, resolve, reject }))
      }),
  )
}

/** node-postgres' methods that write messages; its published types require a further argument. */
interface Wire {
  stream: { cork(): void; uncork(): void }
  parse(message: { name: string; text: string }): void
  bind(message: { statement: string; values: readonly unknown[]; valueMapper: typeof prepareValue }): void
  describe(message: { type: 'P'; name: string }): void
  execute(message: object): void
  close(message: { type: 'S'; name: string }): void
  sync(): void
}

/** Writes the messages itself and handles each one that comes back. */
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
    options: {
      decoderOf: ((type: number) => Decode) | undefined
      resolve: (answers: Answer[]) => void
      reject: (error: Error) => void
    },
  ) {
    this.#prepared = prepared
    this.#statements = statements
    this.#decoderOf = options.decoderOf
    this.#resolve = options.resolve
    this.#reject = options.reject
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
    const [command = '', ...counts] = text.split(' ')
    this.#answers.push({ command, rowCount: Number(counts.at(-1)) || 0, rows: this.#rows })
    this.#rows = []
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  handleError(error: Error): void {
    // Postgres may have prepared some of them, so all are prepared again
    for (const { sql } of this.#statements) this.#prepared.drop(sql)
    this.#reject(new FailedPipeline(error, this.#answers))
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#answers)
  }
}

const preparedByClient = new WeakMap<pg.ClientBase, PreparedStatements>()

/** A pooler may run the next transaction on another connection. */
export function neverPrepare(client: pg.ClientBase): void {
  preparedByClient.set(client, new PreparedStatements({ keepsNothing: true }))
}

function preparedOn(client: pg.ClientBase): PreparedStatements {
  let prepared = preparedByClient.get(client)
  if (!prepared) {
    prepared = new PreparedStatements()
    preparedByClient.set(client, prepared)
  }
  return prepared
}
