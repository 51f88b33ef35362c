import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PGliteAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import { measured } from '../../round-trips.ts'
import type { Engine, EngineTurn } from './engine.ts'
import type { EngineCall } from './engine-messages.ts'

/** Kysely on the embedded database. Its adapter knows of one connection, so that Kysely's users take turns. */
export function engineDialect(engine: Engine): Dialect {
  return {
    createAdapter: () => new PGliteAdapter(),
    createDriver: () => new EngineDriver(engine),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

class EngineDriver implements Driver {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  async init(): Promise<void> {}

  // must not fail: Kysely would never let the next one have its turn
  async acquireConnection(): Promise<EngineConnection> {
    return new EngineConnection(this.#engine.turn())
  }

  async releaseConnection(): Promise<void> {
    this.#engine.limit(null)
  }

  async beginTransaction(connection: EngineConnection): Promise<void> {
    await connection.call({ kind: 'script', sql: 'begin' })
  }

  async commitTransaction(connection: EngineConnection): Promise<void> {
    const { command } = await connection.call({ kind: 'script', sql: 'commit' })
    // as on a server (server/platform/pipeline/entered-transaction.ts)
    if (command !== 'COMMIT')
      throw new Error('this transaction was rolled back because of an earlier error that was ignored')
  }

  async rollbackTransaction(connection: EngineConnection): Promise<void> {
    // fails only where the thread has ended, and the transaction with it
    await connection.call({ kind: 'script', sql: 'rollback' }).catch(() => undefined)
  }

  async destroy(): Promise<void> {}
}

class EngineConnection implements DatabaseConnection {
  readonly #turn: EngineTurn

  constructor(turn: EngineTurn) {
    this.#turn = turn
  }

  call(call: EngineCall) {
    return measured(1, () => this.#turn.call(call))
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, affectedRows } = await this.call({ kind: 'query', sql, params: parameters })
    return {
      rows: rows as Row[],
      ...(affectedRows !== undefined && { numAffectedRows: BigInt(affectedRows) }),
    }
  }

  // biome-ignore lint/correctness/useYield: nothing streams
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('the embedded database does not stream')
  }
}
