import { sql } from 'kysely'
import type { HookTarget } from '#server/platform/config/hook-settings.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { AuthError } from '../errors.ts'

type SqlTarget = Extract<HookTarget, { kind: 'sql' }>

const limitMs = 2_000

/**
 * Calls a function, `schema.name(jsonb) returns jsonb`, that role `system` may execute. Uses the caller's transaction, so
 * that a small pool cannot deadlock (docs/reliability.md F4).
 * @throws AuthError 422 `hook_timeout` after two seconds; PGlite cannot interrupt a statement
 */
export async function callSqlHook(tx: Tx, target: SqlTarget, payload: object): Promise<unknown> {
  const before = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(
    tx,
  )
  await sql`select set_config('statement_timeout', ${String(limitMs)}, true)`.execute(tx)
  try {
    const { rows } = await sql<{ answer: unknown }>`
      select ${sql.ref(`${target.schema}.${target.name}`)}(${JSON.stringify(payload)}::jsonb) as answer`.execute(
      tx,
    )
    return rows[0]?.answer ?? {}
  } catch (error) {
    if ((error as { code?: unknown }).code !== '57014') throw error
    throw new AuthError(
      422,
      'hook_timeout',
      `Failed to reach hook within maximum time of ${limitMs / 1000} seconds`,
    )
  } finally {
    // fails too after an error, which has aborted the transaction
    await sql`select set_config('statement_timeout', ${before.rows[0]?.limit ?? '0'}, true)`
      .execute(tx)
      .catch(() => {})
  }
}
