import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { DB } from '#db/types.generated.ts'
import { queriesOn } from './batched-queries.ts'
import { control, type FailedPipeline, sendTogether, type TextRow, type TextStatement } from './pipeline.ts'

export type SendMore = (statement: TextStatement) => Promise<Record<string, unknown>[]>

/** By a transaction's triggers and functions, for after its commit. */
export interface Reported {
  /** Of `app.announce`. */
  announced: string[]
  /** Clinics of `app.add_to_outbox`. */
  outboxes: Set<string>
}

/** Runs before the transaction ends; an error rolls the statement back. */
export type AfterStatement<T> = (rows: Record<string, unknown>[], send: SendMore) => T | Promise<T>

export interface Entry {
  statement: TextStatement
  /** The limit that `statement` sets, for an engine that ignores `statement_timeout`. */
  timeoutMs?: number
  /** Whether the caller is a signed-in user. */
  isOfPerson?: boolean
  /** Its commit waits for the disk. */
  isWrite?: boolean
  begun?(): void
  committed?(reported: Reported): void
  /**
   * Throws if the entry's row refuses the caller, which rolls everything back. Absent: it refuses no caller, and is sent with
   * the first queries of a transaction.
   */
  refuse?(entered: TextRow | undefined): void
}

export interface SingleStatement<T> {
  statement: TextStatement
  /** No decision follows the statement, so it may be committed with it. */
  isFinal: boolean
  after: AfterStatement<T>
}

/** Sends entry and statement in one pipeline and the commit in a second; commits a final statement in the first. */
export async function runEnteredStatement<T>(
  pool: pg.Pool,
  { entry, statement, isFinal, after }: { entry: Entry } & SingleStatement<T>,
): Promise<T> {
  if (!isFinal) {
    return inTransaction(pool, entry, async (client) => {
      const [, rows = []] = await sendEntered(client, entry, [control.begin], [statement])
      return after(rows, async (more) => (await sendOne(client, more)) ?? [])
    })
  }
  const client = await pool.connect()
  entry.begun?.()
  const reported = reportedOn(client)
  try {
    // without `begin` the pipeline is its own transaction, which commits at its end
    const [, rows = []] = await sendEntered(client, entry, [], [statement])
    entry.committed?.(reported)
    return await after(rows, refuseMore)
  } finally {
    client.release()
  }
}

/** @param work receives the row of an entry that can refuse, as text */
export function runEnteredTransaction<T>(
  pool: pg.Pool,
  entry: Entry,
  work: (tx: Kysely<DB>, entered: TextRow | undefined) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, entry, async (client) => {
    const canRefuse = entry.refuse !== undefined
    const [entered] = canRefuse ? await sendEntered(client, entry, [control.begin], []) : []
    const queries = queriesOn(client, canRefuse ? [] : [control.begin, entry.statement])
    const connection = { query: queries.query, release() {} }
    const singleConnectionPool = { connect: async () => connection, end: async () => {} }
    try {
      return await work(
        new Kysely({ dialect: new PostgresDialect({ pool: singleConnectionPool as never }) }),
        entered?.[0],
      )
    } finally {
      await queries.end()
    }
  })
}

async function inTransaction<T>(
  pool: pg.Pool,
  entry: Entry,
  /** Begins the transaction. */
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  entry.begun?.()
  const reported = reportedOn(client)
  let broken: Error | undefined
  try {
    const result = await work(client)
    const { command } = await client.query('commit')
    // Postgres answers ROLLBACK when an earlier error was caught and ignored
    if (command !== 'COMMIT')
      throw new Error('this transaction was rolled back because of an earlier error that was ignored')
    entry.committed?.(reported)
    return result
  } catch (error) {
    await sendOne(client, control.rollback).catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    // a connection that cannot even roll back is removed from the pool
    client.release(broken)
  }
}

/** The notice codes of `app.announce`, one line a person, and `app.add_to_outbox`. */
const announcementCode = 'CF001'
const outboxCode = 'CF002'

const reportedByClient = new WeakMap<pg.ClientBase, Reported>()

/** Until the next transaction begins. */
function reportedOn(client: pg.ClientBase): Reported {
  if (!reportedByClient.has(client)) {
    client.on('notice', ({ code, message = '' }) => {
      if (code === announcementCode) reportedByClient.get(client)?.announced.push(...message.split('\n'))
      else if (code === outboxCode) reportedByClient.get(client)?.outboxes.add(message)
    })
  }
  const reported: Reported = { announced: [], outboxes: new Set() }
  reportedByClient.set(client, reported)
  return reported
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
    entry.refuse?.(error.earlier[before.length]?.rows[0] as TextRow | undefined)
    throw error.cause
  })
  entry.refuse?.(answers[before.length]?.[0])
  return answers.slice(before.length)
}

async function sendOne(client: pg.PoolClient, statement: TextStatement): Promise<TextRow[] | undefined> {
  const [rows] = await sendTogether(client, [statement]).catch((error: FailedPipeline) => {
    throw error.cause
  })
  return rows
}

const refuseMore: SendMore = async () => {
  throw new Error('a final statement is already committed: no other can follow it')
}
