import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { DB } from '#db/types.generated.ts'
import { queriesOn } from './batched-queries.ts'
import { control, type FailedPipeline, sendTogether, type TextRow, type TextStatement } from './pipeline.ts'

/** What a transaction that is still open can be told: a further statement. */
export type SendMore = (statement: TextStatement) => Promise<Record<string, unknown>[]>

/** What follows the statement, before its transaction ends; what it throws undoes the statement. */
export type AfterStatement<T> = (rows: Record<string, unknown>[], send: SendMore) => T | Promise<T>

/** How a transaction is entered. */
export interface Entry {
  /** Sets the transaction's role and settings. */
  statement: TextStatement
  /** Throws if the entry's row says that the caller may not come in: nothing stays then, nor is anything answered. */
  refuse(entered: TextRow | undefined): void
}

/** A statement that has its transaction for itself. */
export interface OneStatement<T> {
  statement: TextStatement
  /** Nothing is left to decide after the statement: it may be committed with it. */
  isFinal: boolean
  after: AfterStatement<T>
}

/**
 * Enters and runs one statement on a connection of a Postgres server, in as few messages as there can be: entry and
 * statement in one pipeline, then the commit in another; a final statement is committed in its own.
 */
export async function enterAndRun<T>(
  pool: pg.Pool,
  { entry, statement, isFinal, after }: { entry: Entry } & OneStatement<T>,
): Promise<T> {
  if (!isFinal) {
    return inTransaction(pool, entry, [statement], async (client, [rows = []]) =>
      after(rows, async (more) => (await sendOne(client, more)) ?? []),
    )
  }
  const client = await pool.connect()
  try {
    // without `begin` the pipeline is its own transaction, which commits at its end
    const [, rows = []] = await sendEntered(client, entry, [], [statement])
    return await after(rows, sendNoMore)
  } finally {
    client.release()
  }
}

/**
 * Begins and enters a transaction on a Postgres server in one pipeline, and runs `work` in it. Statements that are issued
 * together, by `Promise.all`, travel together.
 *
 * @param work gets the entry's row, as text
 */
export function enterAndWork<T>(
  pool: pg.Pool,
  entry: Entry,
  work: (tx: Kysely<DB>, entered: TextRow | undefined) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, entry, [], async (client, _, entered) => {
    const queries = queriesOn(client)
    const connection = { query: queries.query, release() {} }
    const only = { connect: async () => connection, end: async () => {} }
    try {
      return await work(new Kysely({ dialect: new PostgresDialect({ pool: only as never }) }), entered)
    } finally {
      await queries.end()
    }
  })
}

async function inTransaction<T>(
  pool: pg.Pool,
  entry: Entry,
  statements: TextStatement[],
  work: (client: pg.PoolClient, rows: TextRow[][], entered: TextRow | undefined) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const [entered, ...rows] = await sendEntered(client, entry, [control.begin], statements)
    const result = await work(client, rows, entered?.[0])
    const { command } = await client.query('commit')
    // what Postgres does when an error before was caught and forgotten
    if (command !== 'COMMIT')
      throw new Error('an earlier error had ended this transaction: it is rolled back')
    return result
  } catch (error) {
    await sendOne(client, control.rollback).catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    // a connection that cannot even roll back is not given to the next request
    client.release(broken)
  }
}

/** @returns the rows of the entry and of each statement */
async function sendEntered(
  client: pg.PoolClient,
  entry: Entry,
  before: TextStatement[],
  statements: TextStatement[],
): Promise<TextRow[][]> {
  const pipeline = [...before, entry.statement, ...statements]
  const answers = await sendTogether(client, pipeline).catch((error: FailedPipeline) => {
    entry.refuse(error.earlier[before.length]?.rows[0] as TextRow | undefined)
    throw error.cause
  })
  entry.refuse(answers[before.length]?.[0])
  return answers.slice(before.length)
}

async function sendOne(client: pg.PoolClient, statement: TextStatement): Promise<TextRow[] | undefined> {
  const [rows] = await sendTogether(client, [statement]).catch((error: FailedPipeline) => {
    throw error.cause
  })
  return rows
}

const sendNoMore: SendMore = async () => {
  throw new Error('a final statement is committed already: nothing can follow it')
}
