import { type ReadNode, scalarColumn } from '../plan/read-plan.ts'
import type { AnswerFormat } from '../request/media-type.ts'
import { countRowsSql } from './count.ts'
import { type Source, selectSql } from './read.ts'
import type { Parameters, Statement } from './statement.ts'

/** What every statement answers, in one row, all as text. */
export interface AnswerRow {
  /** The finished body. */
  body: string | null
  /** How many rows the body holds. */
  rows: string
  /** How many rows there are without the range, where it was asked for. */
  total: string | null
  /** What functions left in the settings `response.headers` and `response.status`. */
  headers: string | null
  status: string | null
  /** Values of the primary key of the one row written, as a JSON list. */
  key?: string | null
  /** How many rows an upsert inserted. */
  inserted?: string | null
}

/** The `with` query that holds the rows a write or a call gave. */
export const written = 'rest_written'

export type BodyShape = 'rows' | 'single-row' | 'scalar' | 'scalars'

export interface AnswerOptions {
  format: AnswerFormat
  /** HEAD, or a write that answers nothing: rows are counted, no body is built. */
  withBody: boolean
  /** `exact`: all rows; a number: up to that many. */
  count?: 'exact' | number
  shape?: BodyShape
  /** Further columns of the answer's row. */
  extra?: string[]
}

/** The statement of a read, or of what is read after a write or call that stands before it. */
export function answerStatement(
  root: ReadNode,
  params: Parameters,
  options: AnswerOptions,
  before?: string,
): Statement {
  const source: Source = before === undefined ? undefined : written
  const rows = selectSql(root, params, source)
  const total =
    options.count === undefined
      ? 'NULL'
      : `(SELECT count(*) FROM (${countRowsSql(root, params, source, options.count === 'exact' ? undefined : options.count)}) AS counted)`
  const columns = [
    `${options.withBody ? bodySql(options.format, options.shape ?? 'rows') : 'NULL'} AS body`,
    'count(*)::text AS rows',
    `${total}::text AS total`,
    ...settings,
    ...(options.extra ?? []),
  ]
  const sql = `${before ? `WITH ${written} AS (${before}) ` : ''}SELECT ${columns.join(', ')} FROM (${rows}) AS answer`
  return { sql: explained(sql, options.format), params: params.values }
}

/** The statement of a write of which nothing is read back, or only its key. */
export function writeStatement(
  write: string,
  params: Parameters,
  format: AnswerFormat,
  extra: string[],
): Statement {
  const columns = ['NULL AS body', 'count(*)::text AS rows', 'NULL AS total', ...settings, ...extra]
  const sql = `WITH ${written} AS (${write}) SELECT ${columns.join(', ')} FROM ${written} AS answer`
  return { sql: explained(sql, format), params: params.values }
}

const settings = [
  `nullif(current_setting('response.headers', true), '') AS headers`,
  `nullif(current_setting('response.status', true), '') AS status`,
]

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

// A row's text form is CSV but for its parentheses and doubled backslashes; the names are those of the first row.
const csvName = `CASE WHEN name ~ '[",\\s]' THEN '"' || replace(name, '"', '""') || '"' ELSE name END`
const csvRow = `replace(substring((answer.*)::text, 2, length((answer.*)::text) - 2), E'\\\\\\\\', E'\\\\')`
const csvSql =
  `coalesce((SELECT string_agg(${csvName}, ',') FROM json_object_keys(json_agg(answer.*)->0) AS name), '') || ` +
  `E'\\n' || coalesce(string_agg(${csvRow}, E'\\n'), '')`

function explained(sql: string, { plan }: AnswerFormat): string {
  if (!plan) return sql
  return `EXPLAIN (${[`FORMAT ${plan.format}`, ...plan.options].join(', ').toUpperCase()}) ${sql}`
}
