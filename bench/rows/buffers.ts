import { CompiledQuery } from 'kysely'
import { enterParams, enterSql } from '#server/platform/database/entered-actor.ts'
import { asSystem, type Caller, type Transactions, type Tx } from '#server/platform/database/transactions.ts'
import type { BenchClinic } from './clinics.ts'
import type { JobStatement } from './jobs.ts'

export function callerOf(clinic: BenchClinic): Caller {
  const { staffId, sessionId, subdomain } = clinic
  return { userId: staffId, sessionId, clinic: subdomain, requestId: 'bench', address: null }
}

interface ExplainedPlan {
  Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }
}

/**
 * Database pages touched by one request, an exact number: CI can check that it does not grow with the number of
 * clinics (docs/performance.md 3).
 *
 * @param options.isAction the statement belongs to an action, with role `system`
 */
export async function buffersOfRequest(
  transactions: Transactions,
  caller: Caller,
  statement: JobStatement,
  { isAction = false } = {},
): Promise<number> {
  const entry = { sql: `select ${enterSql}`, params: enterParams(caller) }
  return transactions.withActor(caller, async (tx) => {
    const read = (inner: Tx) => touched(inner, statement)
    const reading = await (isAction ? asSystem(tx, read) : read(tx))
    // Only the login role may call app.enter, which leaves the connection in the caller's role.
    const entering = await touched(tx, entry, () => tx.executeQuery(CompiledQuery.raw('reset role')))
    return entering + reading
  })
}

// The first runs fill the connection's caches and touch catalog pages.
const warmRuns = 6

async function touched(
  tx: Tx,
  { sql, params }: { sql: string; params: (string | null)[] },
  before: () => Promise<unknown> = async () => undefined,
): Promise<number> {
  const explain = CompiledQuery.raw(`explain (analyze, buffers, format json) ${sql}`, params)
  let buffers = Number.POSITIVE_INFINITY
  for (let run = 0; run < warmRuns; run++) {
    // Rolled back: a second insert would conflict with the first.
    await tx.executeQuery(CompiledQuery.raw('savepoint run'))
    await before()
    const { rows } = await tx.executeQuery<{ 'QUERY PLAN': ExplainedPlan[] | string }>(explain)
    await tx.executeQuery(CompiledQuery.raw('rollback to savepoint run'))
    const plans = rows[0]?.['QUERY PLAN']
    const [explained] = (typeof plans === 'string' ? JSON.parse(plans) : plans) as ExplainedPlan[]
    const plan = explained?.Plan
    if (plan) buffers = Math.min(buffers, plan['Shared Hit Blocks'] + plan['Shared Read Blocks'])
  }
  return buffers
}
