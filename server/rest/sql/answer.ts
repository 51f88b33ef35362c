import type { RestStatement } from '../database.ts'
import { type ReadNode, recordedTables, scalarColumn } from '../plan/read-plan.ts'
import type { RecordedReads } from '../plan/recorded-reads.ts'
import type { AnswerFormat } from '../request/media-type.ts'
import { countRowsSql } from './count.ts'
import { type Source, selectSql } from './read.ts'
import { gatheredIds, peopleColumn, recordSql, shownSql } from './record-read.ts'
import { columnOf, type Parameters } from './statement.ts'

/** The one row that every statement returns; all values are text. */
export interface AnswerRow {
  body: string | null
  rows: string
  /** Without the range, if requested. */
  total: string | null
  /** Set by functions in `response.headers` and `response.status`. */
  headers: string | null
  status: string | null
  /** The primary key of the one row written, as a JSON list. */
  key?: string | null
  inserted?: string | null
}

/** The `with` query of the rows of a write or a call. */
export const written = 'rest_written'

/** Aliases of the rows with their people, and of the response row. */
const found = 'rest_found'
const ready = 'rest_ready'

const noTotal = 'NULL::text'

export type BodyShape = 'rows' | 'single-row' | 'scalar' | 'scalars'

export interface AnswerOptions {
  format: AnswerFormat
  /** False for HEAD and for writes without a body. */
  withBody: boolean
  /** `exact`: all rows; a number: up to that many. */
  count?: 'exact' | number
  shape?: BodyShape
  extra?: Record<string, string>
  /** Runs the preceding SQL even if the answer does not use it: Postgres omits unused values. */
  mustRun?: boolean
  /** Absent: reads are not recorded. */
  recordedReads?: RecordedReads | undefined
}

/** Reads a table, or the rows of `before`, the SQL of a write or call. */
export function answerStatement(
  root: ReadNode,
  params: Parameters,
  options: AnswerOptions,
  before?: string,
): RestStatement {
  const source: Source = before === undefined ? undefined : written
  const rows = selectSql(root, params, source)
  const total =
    options.count === undefined
      ? noTotal
      : `(SELECT count(*) FROM (${countRowsSql(root, params, source, options.count === 'exact' ? undefined : options.count)}) AS counted)::text`
  const columns = {
    body: options.withBody ? bodySql(options.format, options.shape ?? 'rows') : 'NULL',
    rows: 'count(*)::text',
    total,
    ...settings,
    ...options.extra,
  }
  const { recordedReads } = options
  const answer =
    recordedReads && recordedTables(root).length > 0
      ? recordedAnswerSql(root, rows, columns, recordedReads, params)
      : `SELECT ${listed(columns)} FROM (${rows}) AS answer`
  const materialized = options.mustRun ? 'MATERIALIZED ' : ''
  const sql = `${before ? `WITH ${written} AS ${materialized}(${before}) ` : ''}${answer}`
  return params.statement(explained(sql, options.format))
}

// The people's ids come from a column of the answer, or from an extra one.
function recordedAnswerSql(
  root: ReadNode,
  rows: string,
  columns: Record<string, string>,
  recorded: RecordedReads,
  params: Parameters,
): string {
  const { shownAs, tables } = root.marked
  const people = gatheredIds(
    shownAs ? { id: columnOf('answer', shownAs) } : { values: columnOf(found, peopleColumn) },
  )
  const from = shownAs
    ? `(${rows}) AS answer`
    : `(${rows}) AS ${found}, LATERAL (${shownSql(root, found)}) AS answer`
  const record = (met: string, counted: string) =>
    // a count reveals something even without rows; for an unmarked root it is 0
    recordSql(
      recorded,
      recordedTables(root),
      { people: met, counted: tables.length > 0 ? counted : '0' },
      params,
    )
  if (columns.total === noTotal) {
    return `SELECT ${listed({ ...columns, recorded: record(people, 'count(*)') })} FROM ${from}`
  }
  const names = Object.keys(columns).map((name) => `${ready}.${name}`)
  const counted = `coalesce(${ready}.total, ${ready}.rows)::int8`
  return (
    `SELECT ${names.join(', ')}, ${record(`${ready}.${peopleColumn}`, counted)} AS recorded FROM ` +
    `(SELECT ${listed({ ...columns, [peopleColumn]: people })} FROM ${from}) AS ${ready}`
  )
}

function listed(columns: Record<string, string>): string {
  return Object.entries(columns)
    .map(([name, value]) => `${value} AS ${name}`)
    .join(', ')
}

/**
 * A write that reads back nothing, or only its key.
 * @param asked records the write's filters on a marked table, only where no row matched: a change leaves its own record
 */
export function writeStatement(
  write: string,
  params: Parameters,
  format: AnswerFormat,
  { extra, asked }: { extra: Record<string, string>; asked: { of: string[]; by: RecordedReads } | undefined },
): RestStatement {
  const nobody = { people: 'NULL::uuid[]', counted: '0' }
  const columns = {
    body: 'NULL',
    rows: 'count(*)::text',
    total: 'NULL',
    ...settings,
    ...extra,
    ...(asked && {
      recorded: `CASE WHEN count(*) = 0 THEN ${recordSql(asked.by, asked.of, nobody, params)} END`,
    }),
  }
  const sql = `WITH ${written} AS (${write}) SELECT ${listed(columns)} FROM ${written} AS answer`
  return params.statement(explained(sql, format))
}

const settings = {
  headers: `nullif(current_setting('response.headers', true), '')`,
  status: `nullif(current_setting('response.status', true), '')`,
}

function bodySql(format: AnswerFormat, shape: BodyShape): string {
  if (format.kind === 'csv') return csvSql
  const scalar = shape === 'scalar' || shape === 'scalars'
  const list = `json_agg(${scalar ? `answer."${scalarColumn}"` : 'answer.*'})`
  const stripped = format.stripNulls ? `json_strip_nulls(${list})` : list
  if (format.kind === 'object' || shape === 'single-row' || shape === 'scalar') {
    return `coalesce((${stripped}->0)::text, 'null')`
  }
  return `coalesce(${stripped}::text, '[]')`
}

// A row's text form is CSV except for its parentheses and doubled backslashes; the first row has the column names.
const csvName = `CASE WHEN name ~ '[",\\s]' THEN '"' || replace(name, '"', '""') || '"' ELSE name END`
const csvRow = `replace(substring((answer.*)::text, 2, length((answer.*)::text) - 2), E'\\\\\\\\', E'\\\\')`
const csvSql =
  `coalesce((SELECT string_agg(${csvName}, ',') FROM json_object_keys(json_agg(answer.*)->0) AS name), '') || ` +
  `E'\\n' || coalesce(string_agg(${csvRow}, E'\\n'), '')`

function explained(sql: string, { plan }: AnswerFormat): string {
  if (!plan) return sql
  return `EXPLAIN (${[`FORMAT ${plan.format}`, ...plan.options].join(', ').toUpperCase()}) ${sql}`
}
