/** One call of the engine. A `script` may have several statements, and takes no parameters. */
export type EngineCall =
  | { kind: 'query'; sql: string; params: readonly unknown[] }
  | { kind: 'script'; sql: string }
  | { kind: 'listen'; channel: string }
  | { kind: 'unlisten'; channel: string }
  | { kind: 'close' }

export interface EngineAnswer {
  rows: Record<string, unknown>[]
  /** Rows that were written. */
  affectedRows: number | undefined
  /** The tag of the last statement: `SELECT`, `COMMIT`, `ROLLBACK`, ... */
  command: string | undefined
}

/** An error's message with Postgres' fields (`code`, `severity`, ...): an `Error` loses them between threads. */
export type ErrorFields = { message: string } & Record<string, unknown>

export type EngineReport =
  /** @param threadId Linux' id of the thread, to ask for its processor time; null elsewhere */
  | { kind: 'open'; threadId: number | null }
  | { kind: 'answer'; id: number; answer: EngineAnswer }
  | { kind: 'error'; id: number; error: ErrorFields }
  | { kind: 'notified'; channel: string; payload: string }
  /** The engine itself has failed: nothing that it answers from now on can be believed. */
  | { kind: 'broken'; reason: string }
