import type { ReportUnreadable } from './catalog/catalog-database.ts'
import { createSchemaWatch, type SchemaWatch } from './catalog/schema-watch.ts'
import type { RestCaller, RestDatabase, RestRows, RestRunOptions, RestStatement } from './database.ts'
import { fromDatabase } from './errors/postgres-errors.ts'
import { RestError, refuse } from './errors/rest-error.ts'
import { findRoutine } from './plan/find-routine.ts'
import { knownTable } from './plan/lookup.ts'
import type { PlanLimits } from './plan/plan-read.ts'
import type { RecordedReads } from './plan/recorded-reads.ts'
import type { Tenants } from './plan/tenants.ts'
import { type Prepared, prepare } from './prepare.ts'
import { type ReadOptions, type RestRequest, readRequest } from './request/read-request.ts'
import type { Outcome } from './respond/answer-parts.ts'
import {
  respond,
  respondPlan,
  respondRefusal,
  respondRootMethods,
  respondRoutineMethods,
  respondTableMethods,
} from './respond/respond.ts'
import type { SchemaCache } from './schema/schema-cache.ts'
import { createShapes, type PlannedRead, type Shapes, shapeOf } from './shapes.ts'
import type { AnswerRow } from './sql/answer.ts'

export interface RestOptions<Caller extends RestCaller> {
  database: RestDatabase<Caller>
  /** The first is the default. */
  schemas: string[]
  /** Requests at the root work too. */
  basePath?: string
  maxRows?: number
  /** `count()`, `sum()`, ... in `select`; off by default, since they read whole tables. */
  aggregates?: boolean
  /**
   * Answers `count=planned` and `count=estimated` from the planner's statistics, which cover all rows regardless of policies
   * and so reveal how common a value is elsewhere (docs/threats.md T2). Off: exact counts.
   */
  plannerCounts?: boolean
  maxDepth?: number
  maxEmbeds?: number
  maxConditions?: number
  maxPatterns?: number
  maxPatternLength?: number
  maxPatternPieces?: number
  maxColumns?: number
  maxUrlBytes?: number
  maxBodyBytes?: number
  /** Per statement, by caller. */
  timeoutMs?: { anonymous: number; authenticated: number }
  /** Honors `Prefer: tx=rollback` and `tx=commit`, for tests against a live server. */
  txOverride?: boolean
  /** Rolls back unless the request asks for a commit and may, for trials. */
  rollsBack?: boolean
  /** Honors `Accept: application/vnd.pgrst.plan`, which exposes query plans. */
  planEnabled?: boolean
  recordedReads?: RecordedReads
  tenants?: Tenants
  /** Called when the schema, or one object in it, could not be read. */
  report?: ReportUnreadable
}

export interface RestApi<Caller extends RestCaller> {
  /** The database's refusals become responses; a defect, or a refusal to enter the transaction, is rethrown. */
  fetch(request: Request, caller: Caller): Promise<Response>
  /** For requests refused earlier (tokens, rate limits). */
  refusal(error: RestError, request: Request): Response
  /** Requests use the old schema meanwhile. */
  reloadSchema(): Promise<void>
  close(): Promise<void>
}

interface Settings extends ReadOptions, PlanLimits {
  timeoutMs: { anonymous: number; authenticated: number }
  txOverride: boolean
  rollsBack: boolean
}

/** A rolled-back write must fail where a commit would: at deferred constraints. */
const checkDeferred: RestStatement = { sql: 'SET CONSTRAINTS ALL IMMEDIATE', params: [] }

/** Carries a result out of a transaction that is rolled back. */
class RolledBack<T> extends Error {
  readonly outcome: T

  constructor(outcome: T) {
    super('rolled back as asked')
    this.outcome = outcome
  }
}

/**
 * Serves any database in PostgREST's dialect (docs/contracts/data-api.md). A request is parsed (`request/`, `parse/`),
 * planned against the schema (`plan/`, `schema/`), converted to one SQL statement (`sql/`, `prepare.ts`; `shapes.ts` reuses plans of reads) and answered with
 * the JSON that Postgres built (`respond/`). The database decides the caller's rights.
 */
export function createRestApi<Caller extends RestCaller>(options: RestOptions<Caller>): RestApi<Caller> {
  const settings = withDefaults(options)
  const watch = createSchemaWatch(options.database, options.schemas, options.report ?? (() => undefined))
  const planner = { settings, watch, shapes: createShapes(settings) }
  return {
    async fetch(request, caller) {
      try {
        return await answer(request, caller, options.database, planner)
      } catch (error) {
        const refusal = error instanceof RestError ? error : fromDatabase(error, caller.anonymous)
        if (!refusal) throw error
        return respondRefusal(refusal, request.method === 'HEAD')
      }
    },
    refusal: (error, request) => respondRefusal(error, request.method === 'HEAD'),
    reloadSchema: () => watch.reload(),
    close: () => watch.close(),
  }
}

function withDefaults<Caller extends RestCaller>(options: RestOptions<Caller>): Settings {
  return {
    basePath: options.basePath ?? '/rest/v1',
    schemas: options.schemas,
    maxRows: options.maxRows ?? 1000,
    aggregates: options.aggregates ?? false,
    plannerCounts: options.plannerCounts ?? false,
    maxDepth: options.maxDepth ?? 5,
    maxEmbeds: options.maxEmbeds ?? 20,
    maxConditions: options.maxConditions ?? 200,
    maxPatterns: options.maxPatterns ?? 3,
    maxPatternLength: options.maxPatternLength ?? 256,
    maxPatternPieces: options.maxPatternPieces ?? 150,
    maxColumns: options.maxColumns ?? 1000,
    maxUrlBytes: options.maxUrlBytes ?? 16 * 1024,
    maxBodyBytes: options.maxBodyBytes ?? 5 * 1024 * 1024,
    timeoutMs: options.timeoutMs ?? { anonymous: 1_000, authenticated: 8_000 },
    txOverride: options.txOverride ?? false,
    rollsBack: options.rollsBack ?? false,
    planEnabled: options.planEnabled ?? false,
    ...(options.recordedReads && { recordedReads: options.recordedReads }),
    ...(options.tenants && { tenants: options.tenants }),
  }
}

interface Planner {
  settings: Settings
  watch: SchemaWatch
  shapes: Shapes
}

/** A description has no statement. */
type Planned = PlannedRead | { request: RestRequest; cache: SchemaCache }

async function planned(http: Request, { settings, watch, shapes }: Planner): Promise<Planned> {
  const shape = shapeOf(http, settings)
  const latest = watch.latest()
  const found = shape && latest && shapes.find(shape, latest)
  if (found) return found
  const request = await readRequest(http, settings)
  const cache = await watch.current()
  if (request.action === 'describe') return { request, cache }
  const prepared = prepare(request, cache, settings)
  if (shape) await shapes.learn(shape, cache)
  return { request, prepared }
}

async function answer<Caller extends RestCaller>(
  http: Request,
  caller: Caller,
  database: RestDatabase<Caller>,
  planner: Planner,
): Promise<Response> {
  const { settings } = planner
  const plan = await planned(http, planner)
  if ('cache' in plan) return describe(plan.request, plan.cache)
  const { request, prepared } = plan
  if (!settings.txOverride) delete request.preferences.tx
  const { tx } = request.preferences
  const rollsBack = tx === undefined ? settings.rollsBack : tx === 'rollback'
  const { handling, invalid } = request.preferences
  if (handling === 'strict' && invalid.length > 0) throw refuse.preferences(invalid)
  const timeoutMs = caller.anonymous ? settings.timeoutMs.anonymous : settings.timeoutMs.authenticated
  const { timezone } = request.preferences
  const run = {
    readOnly: prepared.readOnly,
    asyncCommit: !prepared.readOnly && !prepared.changes,
    isFinal: isFinal(prepared) && !rollsBack,
    isUnconditional: isUnconditional(request, prepared) && !rollsBack,
    schema: request.schema,
    context: request.context,
    timeoutMs,
    ...(timezone !== undefined && { timezone }),
  }
  // a separate transaction: the request's was rolled back, with its record
  const record = async () => {
    if (!prepared.failureStatement) return
    const options = { ...run, readOnly: false, asyncCommit: true, isFinal: true }
    await recordFailure(database, caller, options, prepared.failureStatement())
  }
  try {
    const given = await database.run(caller, run, prepared.statement, async (rows, send) => {
      const result = await resultOf(rows, send, request, prepared, settings)
      // a refused write is rolled back; a read stays recorded even if its response is refused
      const answered = prepared.changes ? answerTo(request, result) : result
      if (!rollsBack) return answered
      if (prepared.changes) await send(checkDeferred)
      throw new RolledBack(answered)
    })
    return given instanceof Response ? given : answerTo(request, given)
  } catch (error) {
    if (error instanceof RolledBack) {
      const { outcome } = error as RolledBack<Response | Result>
      await record()
      return outcome instanceof Response ? outcome : answerTo(request, outcome)
    }
    if (revealsRows(error, prepared)) await record()
    throw error
  }
}

/** A later refusal has nothing to undo. */
function isFinal({ changes, countStatement }: Prepared): boolean {
  return !changes && !countStatement
}

/** A write without a rule about the number of its rows (`check`). */
function isUnconditional(
  { action, format, preferences }: RestRequest,
  { countStatement }: Prepared,
): boolean {
  const hasRule = action === 'put' || format.kind === 'object' || preferences.handling === 'strict'
  return !hasRule && !countStatement
}

/**
 * Whether an error may depend on rows: it arose while rows were read or changed, or rolled a write back. Class 42 comes
 * before rows are read, except where a policy or trigger refuses one.
 */
function revealsRows(error: unknown, { changes }: Prepared): boolean {
  if (error instanceof RestError) return changes
  const code = sqlStateOf(error)
  return code !== null && (!code.startsWith('42') || (changes && code === '42501'))
}

function sqlStateOf(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^[0-9A-Z]{5}$/.test(code) ? code : null
}

async function recordFailure<Caller extends RestCaller>(
  database: RestDatabase<Caller>,
  caller: Caller,
  options: RestRunOptions,
  statement: RestStatement,
): Promise<void> {
  try {
    await database.run(caller, options, statement, () => undefined)
  } catch (error) {
    // a caller without the right to record reads has no rights to the rows either
    if (sqlStateOf(error) !== '42501') throw error
  }
}

type Result = { plan: Record<string, unknown>[] } | { outcome: Outcome }

function answerTo(request: RestRequest, result: Result): Response {
  if ('plan' in result) return respondPlan(request, result.plan)
  check(request, result.outcome.row)
  return respond(request, result.outcome)
}

async function resultOf(
  rows: RestRows,
  send: (more: RestStatement) => Promise<RestRows>,
  request: RestRequest,
  prepared: Prepared,
  settings: Settings,
): Promise<Result> {
  if (request.format.plan) return { plan: rows }
  const row = rows[0] as unknown as AnswerRow
  const total = await totalOf(send, row, request, prepared, settings)
  const outcome: Outcome = { row, table: prepared.table, ...(total !== undefined && { total }) }
  return { outcome: prepared.returnsVoid ? { ...outcome, returnsVoid: true } : outcome }
}

function check({ format, preferences, action }: RestRequest, row: AnswerRow): void {
  const rows = Number(row.rows)
  if (action === 'put' && rows !== 1) throw refuse.putMismatch()
  if (format.kind === 'object' && rows !== 1) throw refuse.notSingle(rows)
  const limited = action === 'update' || action === 'delete' || action === 'call'
  if (limited && preferences.handling === 'strict' && rows > (preferences.maxAffected ?? rows))
    throw refuse.maxAffected(rows)
}

async function totalOf(
  send: (more: RestStatement) => Promise<RestRows>,
  row: AnswerRow,
  { preferences }: RestRequest,
  { countStatement }: Prepared,
  settings: Settings,
): Promise<number | undefined> {
  const counted = row.total === null ? undefined : Number(row.total)
  const needsEstimate = preferences.count === 'planned' || (counted ?? 0) > settings.maxRows
  if (!countStatement || !needsEstimate) return counted
  const rows = await send(countStatement)
  const explained = rows[0]?.['QUERY PLAN']
  const parsed = (typeof explained === 'string' ? JSON.parse(explained) : explained) as {
    Plan?: { 'Plan Rows'?: number }
  }[]
  const estimate = parsed[0]?.Plan?.['Plan Rows']
  // an estimate below the counted number is wrong
  return estimate === undefined || counted === undefined ? estimate : Math.max(estimate, counted)
}

function describe(request: RestRequest, cache: SchemaCache): Response {
  const { schema, target } = request
  if (target.kind === 'root') return respondRootMethods()
  if (target.kind === 'table') return respondTableMethods(knownTable(cache, schema, target.name))
  const [routine] = cache.routines(schema, target.name)
  const found = routine ?? findRoutine(cache, { schema, name: target.name, args: [] })
  return respondRoutineMethods(found.volatile)
}
