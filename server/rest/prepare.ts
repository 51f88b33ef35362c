import type { RestStatement } from './database.ts'
import { limitConditions } from './plan/limit-conditions.ts'
import { knownTable } from './plan/lookup.ts'
import { planCall, resultTable } from './plan/plan-call.ts'
import { type PlanLimits, type PlannedRead, planRead } from './plan/plan-read.ts'
import { planWrite } from './plan/plan-write.ts'
import { type ReadNode, recordedTables } from './plan/read-plan.ts'
import type { RestRequest } from './request/read-request.ts'
import type { SchemaCache } from './schema/schema-cache.ts'
import type { Table } from './schema/tables.ts'
import { answerStatement, writeStatement } from './sql/answer.ts'
import { callSql } from './sql/call.ts'
import { countRowsSql } from './sql/count.ts'
import { recordFailureStatement } from './sql/record-read.ts'
import { columnOf, Parameters } from './sql/statement.ts'
import { insertedSql, writeSql } from './sql/write.ts'

/** A request as one statement, with how to run and answer it. */
export interface Prepared {
  statement: RestStatement
  readOnly: boolean
  changes: boolean
  /** Records a failed request, where the failure can reveal something about a person. */
  failureStatement?: () => RestStatement
  table: Table
  returnsVoid?: boolean
  /** Counts without the range, for the planner's estimate. */
  countStatement?: RestStatement
}

/** @throws RestError for unknown names or an invalid request */
export function prepare(request: RestRequest, cache: SchemaCache, limits: PlanLimits): Prepared {
  limitConditions(
    request.query.conditions.map(({ what }) => what),
    limits,
  )
  if (request.action === 'call') return planOfCall(request, cache, limits)
  const table = knownTable(cache, request.schema, request.target.name)
  return request.action === 'read'
    ? planOfRead(request, cache, table, limits)
    : planOfWrite(request, cache, table, limits)
}

function planOfRead(request: RestRequest, cache: SchemaCache, table: Table, limits: PlanLimits): Prepared {
  const planned = planRead(cache, table, request.query, limits, { conditions: true, range: request.range })
  const root = known(planned)
  const statement = answerStatement(root, new Parameters(), {
    format: request.format,
    withBody: !request.headersOnly,
    recordedReads: limits.recordedReads,
    ...countOption(request, limits),
  })
  const record = recordOf(root, limits)
  return {
    statement,
    readOnly: !record.failureStatement,
    changes: false,
    table,
    ...record,
    ...estimateOf(request, root, limits),
  }
}

function planOfWrite(request: RestRequest, cache: SchemaCache, table: Table, limits: PlanLimits): Prepared {
  // an upsert may return rows that the caller did not send
  const isNew = request.action === 'insert' && !request.preferences.resolution
  const planned = planRead(cache, table, request.query, limits, { conditions: false, isNew })
  const readsBack = request.preferences.return === 'representation'
  const write = planWrite(request, table, readsBack ? planned.root : undefined, limits.tenants)
  // without an answer the select does not run, so its names are not checked
  const root = readsBack ? known(planned) : planned.root
  const params = new Parameters()
  const sql = writeSql(write, params)
  if (readsBack) {
    const options = {
      format: request.format,
      withBody: true,
      extra: { inserted: insertedSql },
      recordedReads: limits.recordedReads,
    }
    const statement = answerStatement(root, params, options, sql)
    return { statement, readOnly: false, changes: true, table, ...recordOf(root, limits) }
  }
  const key = write.returning.map((name) => `${columnOf('answer', name)}::text`)
  const keyOfOne = `CASE WHEN count(*) = 1 THEN (array_agg(json_build_array(${key.join(', ')})::text))[1] END`
  const extra = { inserted: insertedSql, ...(key.length > 0 && { key: keyOfOne }) }
  const { recordedReads } = limits
  const asked = recordedReads && root.marked.tables.length > 0
  const statement = writeStatement(sql, params, request.format, {
    extra,
    asked: asked ? { of: root.marked.tables, by: recordedReads } : undefined,
  })
  return { statement, readOnly: false, changes: true, table, ...recordOf(root, limits) }
}

function planOfCall(request: RestRequest, cache: SchemaCache, limits: PlanLimits): Prepared {
  const call = planCall(cache, request)
  const { routine } = call
  const table = resultTable(routine)
  const root = known(
    planRead(cache, table, request.query, limits, { conditions: true, isResult: true, range: request.range }),
  )
  const params = new Parameters()
  const sql = callSql(call, params)
  const single = !routine.returnsSet
  const shape = routine.returns === 'row' ? (single ? 'single-row' : 'rows') : single ? 'scalar' : 'scalars'
  const options = {
    format: request.format,
    withBody: !request.headersOnly && routine.returns !== 'void',
    shape,
    mustRun: routine.returns !== 'row',
    recordedReads: limits.recordedReads,
    ...countOption(request, limits),
  } as const
  const statement = answerStatement(root, params, options, sql)
  const record = recordOf(root, limits)
  return {
    statement,
    // a volatile function called by GET runs read-only, so its reads cannot be recorded and are refused
    readOnly: routine.volatile ? request.byUrl : !record.failureStatement,
    changes: routine.volatile && !request.byUrl,
    table,
    ...record,
    returnsVoid: routine.returns === 'void',
  }
}

function known({ root, unknownName }: PlannedRead): ReadNode {
  if (unknownName) throw unknownName
  return root
}

function recordOf(root: ReadNode, { recordedReads }: PlanLimits): Pick<Prepared, 'failureStatement'> {
  if (!recordedReads || recordedTables(root).length === 0) return {}
  return { failureStatement: () => recordFailureStatement(recordedReads, root) }
}

function countOption({ preferences, action }: RestRequest, limits: PlanLimits): { count?: 'exact' | number } {
  if (!preferences.count) return {}
  // a function returns all its rows
  if (preferences.count === 'exact' || action === 'call' || !limits.plannerCounts) return { count: 'exact' }
  // one row beyond the limit shows whether there are more
  return preferences.count === 'estimated' ? { count: limits.maxRows + 1 } : {}
}

function estimateOf(
  { preferences }: RestRequest,
  root: ReadNode,
  limits: PlanLimits,
): { countStatement?: RestStatement } {
  if (!limits.plannerCounts) return {}
  if (preferences.count !== 'planned' && preferences.count !== 'estimated') return {}
  const params = new Parameters()
  const sql = `EXPLAIN (FORMAT JSON) ${countRowsSql(root, params, undefined)}`
  return { countStatement: params.statement(sql) }
}
