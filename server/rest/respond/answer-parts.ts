import { refuse } from '../errors/rest-error.ts'
import { preferenceApplied } from '../request/preferences.ts'
import type { RestRequest } from '../request/read-request.ts'
import { contentRange } from '../request/row-range.ts'
import type { Table } from '../schema/tables.ts'
import type { AnswerRow } from '../sql/answer.ts'

export interface Outcome {
  row: AnswerRow
  /** Without the range, if requested. */
  total?: number
  table: Table
  returnsVoid?: boolean
}

export interface AnswerParts {
  status: number
  headers: Record<string, string | undefined>
  withBody: boolean
}

/** @throws RestError PGRST103 for an offset behind the last row */
export function partsOf(request: RestRequest, outcome: Outcome): AnswerParts {
  switch (request.action) {
    case 'insert':
      return insertParts(request, outcome)
    case 'put':
      return putParts(request, outcome)
    case 'update':
    case 'delete':
      return changeParts(request, outcome)
    case 'call':
      return callParts(request, outcome)
    default:
      return readParts(request, outcome)
  }
}

// Those of every request, and of every write or call.
const ofEveryRequest = ['count', 'tx', 'handling', 'timezone'] as const
const ofEveryWrite = ['return', ...ofEveryRequest] as const

function readParts(request: RestRequest, outcome: Outcome): AnswerParts {
  const applied = preferenceApplied(request.preferences, ofEveryRequest)
  const { status, headers } = rangeParts(request, outcome, applied)
  return { status, headers: { ...headers, 'Content-Location': contentLocation(request) }, withBody: true }
}

// Many clients limit all headers together to 16 KiB, so a long URL is not repeated.
const maxLocation = 4_000

/** With parameters in alphabetical order: `/projects?id=eq.1&select=name`. */
function contentLocation({ target, parameters }: RestRequest): string | undefined {
  const query = [...parameters]
    .sort(([one], [other]) => (one < other ? -1 : Number(one > other)))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')
    // characters that encodeURIComponent skips
    .replaceAll(/[!'()*]/g, (character) => `%${hex(character)}`)
  const location = `/${encodeURIComponent(target.name)}${query ? `?${query}` : ''}`
  return location.length <= maxLocation ? location : undefined
}

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).toUpperCase()
}

function callParts(request: RestRequest, outcome: Outcome): AnswerParts {
  const applied = preferenceApplied(request.preferences, [...ofEveryWrite, 'maxAffected'])
  const { status, headers } = rangeParts(request, outcome, applied)
  const nothing = outcome.returnsVoid === true || request.preferences.return === 'minimal'
  return nothing ? { status: 204, headers, withBody: false } : { status, headers, withBody: true }
}

function rangeParts(request: RestRequest, { row, total }: Outcome, applied: string | undefined) {
  const lower = request.range.offset
  const rows = Number(row.rows)
  const upper = lower + rows - 1
  if (total !== undefined && lower > total) throw refuse.offsetBeyond(lower, total)
  return {
    status: total !== undefined && rows < total ? 206 : 200,
    headers: { 'Content-Range': contentRange(lower, upper, total), 'Preference-Applied': applied },
  }
}

function insertParts(request: RestRequest, { row, table }: Outcome): AnswerParts {
  const { preferences, query } = request
  const canConflict = table.primaryKey.length > 0 || query.onConflict !== undefined
  const applied = preferenceApplied(preferences, [
    ...(canConflict ? (['resolution'] as const) : []),
    'missing',
    ...ofEveryWrite,
  ])
  const onlyUpdated =
    preferences.resolution === 'merge-duplicates' && canConflict && Number(row.inserted ?? 0) <= 0
  return {
    status: onlyUpdated ? 200 : 201,
    headers: {
      Location: preferences.return === 'headers-only' ? locationOf(table, row) : undefined,
      'Content-Range': contentRange(1, 0, counted(request, row)),
      'Preference-Applied': applied,
    },
    withBody: preferences.return === 'representation',
  }
}

function putParts(request: RestRequest, { row }: Outcome): AnswerParts {
  const withBody = request.preferences.return === 'representation'
  const applied = preferenceApplied(request.preferences, ofEveryWrite)
  const status = withBody ? (Number(row.inserted ?? 0) > 0 ? 201 : 200) : 204
  return { status, headers: { 'Preference-Applied': applied }, withBody }
}

function changeParts(request: RestRequest, { row }: Outcome): AnswerParts {
  const { preferences, action } = request
  const withBody = preferences.return === 'representation'
  const isUpdate = action === 'update'
  const applied = preferenceApplied(preferences, [
    ...(isUpdate ? (['missing'] as const) : []),
    ...ofEveryWrite,
    'maxAffected',
  ])
  const [lower, upper] = isUpdate ? [0, Number(row.rows) - 1] : [1, 0]
  return {
    status: withBody ? 200 : 204,
    headers: {
      'Content-Range': contentRange(lower, upper, counted(request, row)),
      'Preference-Applied': applied,
    },
    withBody,
  }
}

function counted({ preferences }: RestRequest, row: AnswerRow): number | undefined {
  return preferences.count === 'exact' || preferences.count === 'estimated' ? Number(row.rows) : undefined
}

/** `/projects?id=eq.34` */
function locationOf(table: Table, { key }: AnswerRow): string | undefined {
  if (!key) return undefined
  const values = JSON.parse(key) as (string | null)[]
  const query = table.primaryKey.map((name, index) => {
    const value = values[index] ?? null
    return `${encodeURIComponent(name)}=${value === null ? 'is.null' : `eq.${encodeURIComponent(value)}`}`
  })
  return `/${encodeURIComponent(table.name)}?${query.join('&')}`
}
