import { invalid } from '../errors.ts'
import type { AuthRequest } from './request.ts'

export interface Page {
  /** From 1. */
  page: number
  perPage: number
  direction: 'asc' | 'desc'
  filter: string
}

const maxPerPage = 1000

/** @throws AuthError 400 `validation_failed` for a malformed number or order */
export function pageOf({ query }: AuthRequest): Page {
  const [column = '', direction = 'desc'] = (query.get('sort') || 'created_at desc').split(/[\s:]+/)
  if (column !== 'created_at' || !['asc', 'desc'].includes(direction.toLowerCase())) {
    throw invalid('Bad Sort Parameters: only created_at asc or desc')
  }
  const filter = query.get('filter') ?? ''
  if (filter.includes('\0')) throw invalid('Bad filter')
  return {
    page: wholeNumber(query.get('page'), 1),
    perPage: Math.min(wholeNumber(query.get('per_page'), 50), maxPerPage),
    direction: direction.toLowerCase() as 'asc' | 'desc',
    filter,
  }
}

/** `X-Total-Count`, and `Link` to the next and last page (RFC 8288). */
export function pagingHeaders(request: AuthRequest, page: Page, total: number): Record<string, string> {
  const lastPage = Math.max(1, Math.ceil(total / page.perPage))
  const url = new URL(request.raw.url)
  const linkTo = (number: number, rel: string) => {
    url.searchParams.set('page', String(number))
    return `<${url.pathname}${url.search}>; rel="${rel}"`
  }
  const links = [...(page.page < lastPage ? [linkTo(page.page + 1, 'next')] : []), linkTo(lastPage, 'last')]
  return { 'X-Total-Count': String(total), Link: links.join(', ') }
}

function wholeNumber(text: string | null, fallback: number): number {
  if (text === null || text === '') return fallback
  if (!/^\d{1,9}$/.test(text)) throw invalid('Bad Pagination Parameters: not a whole number')
  return Number(text) || fallback
}
