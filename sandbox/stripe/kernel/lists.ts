import { invalidRequest, noSuch } from '../world/stripe-failure.ts'
import { integer, isInRange, type Range, range, text } from './params.ts'

export const pagingParams = { limit: integer, starting_after: text, ending_before: text, created: range }

export interface Paging {
  limit?: number
  starting_after?: string | null
  ending_before?: string | null
  created?: Range
}

/**
 * @param ordered every match in the order of the list
 * @throws StripeFailure for a limit outside 1 to 100 and for an unknown cursor
 */
export function page<T extends { id?: string; created?: number }>(ordered: T[], paging: Paging, url: string) {
  const { limit = 10, starting_after: after, ending_before: before, created } = paging
  if (limit < 1 || limit > 100) {
    throw invalidRequest('Invalid limit: must be between 1 and 100', { param: 'limit' })
  }
  const matching = created ? ordered.filter((each) => isInRange(each.created ?? 0, created)) : ordered
  const place = (id: string, param: string) => {
    const at = matching.findIndex((each) => each.id === id)
    if (at < 0) throw noSuch('object', id, param)
    return at
  }
  if (before) {
    const end = place(before, 'ending_before')
    const start = Math.max(0, end - limit)
    return { object: 'list' as const, data: matching.slice(start, end), has_more: start > 0, url }
  }
  const start = after ? place(after, 'starting_after') + 1 : 0
  const data = matching.slice(start, start + limit)
  return { object: 'list' as const, data, has_more: start + limit < matching.length, url }
}
