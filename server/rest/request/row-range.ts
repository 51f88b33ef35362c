import { refuse } from '../errors/rest-error.ts'
import type { AtEmbed, RowRange } from '../parse/request-terms.ts'

/**
 * `limit` and `offset` within the `Range` header, which applies to GET only (RFC 9110 section 14.2).
 * @throws RestError PGRST103
 */
export function rootRange(
  ranges: AtEmbed<Partial<RowRange>>[],
  header: string | null,
  method: string,
): RowRange {
  const asked: RowRange = { offset: 0 }
  for (const { path, what } of ranges) if (path.length === 0) Object.assign(asked, what)
  if (asked.limit !== undefined && asked.limit < 0) {
    throw refuse.badRange('Limit should be greater than or equal to zero.')
  }
  const [, first, last] = (method === 'GET' && /^(?:items=)?(\d+)-(\d*)$/.exec(header ?? '')) || []
  if (first === undefined || asked.limit === 0) return asked
  const end = last ? Number(last) + 1 : Number.POSITIVE_INFINITY
  if (end <= Number(first)) {
    throw refuse.badRange(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    )
  }
  const offset = Math.max(asked.offset, Number(first))
  const limit = Math.min(asked.offset + (asked.limit ?? Number.POSITIVE_INFINITY), end) - offset
  if (limit <= 0) throw refuse.badRange('Limit should be greater than or equal to zero.')
  return Number.isFinite(limit) ? { offset, limit } : { offset }
}

export function capped(range: RowRange, maxRows: number): RowRange {
  return { offset: range.offset, limit: Math.min(range.limit ?? maxRows, maxRows) }
}

/** PostgREST's form of RFC 9110 section 14.4: `0-9/57`, `*\/0`, `0-9/*`. */
export function contentRange(lower: number, upper: number, total: number | undefined): string {
  const rows = total !== 0 && lower <= upper ? `${lower}-${upper}` : '*'
  return `${rows}/${total ?? '*'}`
}
