import type pg from 'pg'
import { control, type FailedFlight, sendTogether, type TextRow, type TextStatement } from './flights.ts'

/** What a transaction that is still open can be told: a further statement. */
export type SendMore = (statement: TextStatement) => Promise<Record<string, unknown>[]>

/** What follows the statement, before its transaction ends; what it throws undoes the statement. */
export type AfterStatement<T> = (rows: Record<string, unknown>[], send: SendMore) => T | Promise<T>

/**
 * Enters and runs one statement on a connection of a Postgres server, in as few messages as there can be: entry and
 * statement in one flight, then the commit in another; a final statement is committed in its own.
 *
 * @param entry sets the transaction's role and settings
 * @param refuse throws if the entry's row says that the caller may not come in: nothing the statement did stays then,
 *   nor does what it answered
 */
export async function enterAndRun<T>(
  pool: pg.Pool,
  parts: {
    entry: TextStatement
    refuse: (entered: TextRow | undefined) => void
    statement: TextStatement
    /** Nothing is left to decide after the statement: it may be committed with it. */
    isFinal: boolean
    after: AfterStatement<T>
  },
): Promise<T> {
  const { entry, refuse, statement, isFinal, after } = parts
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    // without `begin` the flight is its own transaction, which commits at its end
    const flight = isFinal ? [entry, statement] : [control.begin, entry, statement]
    const answers = await sendTogether(client, flight).catch((error: FailedFlight) => {
      refuse(error.earlier[flight.indexOf(entry)]?.[0])
      throw error.cause
    })
    refuse(answers[flight.indexOf(entry)]?.[0])
    const rows = answers.at(-1) ?? []
    if (isFinal) return await after(rows, sendNoMore)
    const result = await after(rows, async (more) => (await sendOne(client, more)) ?? [])
    await sendOne(client, control.commit)
    return result
  } catch (error) {
    if (!isFinal) {
      await sendOne(client, control.rollback).catch((failure: Error) => {
        broken = failure
      })
    }
    throw error
  } finally {
    // a connection that cannot even roll back is not given to the next request
    client.release(broken)
  }
}

async function sendOne(client: pg.PoolClient, statement: TextStatement): Promise<TextRow[] | undefined> {
  const [rows] = await sendTogether(client, [statement]).catch((error: FailedFlight) => {
    throw error.cause
  })
  return rows
}

const sendNoMore: SendMore = async () => {
  throw new Error('a final statement is committed already: nothing can follow it')
}
