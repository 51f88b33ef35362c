import type { Scope } from '../world/scope.ts'
import type { ParamTable, ReadParams } from './params.ts'

/**
 * One endpoint with its accepted parameters; the kernel adds `expand`, and paging for lists.
 * `run` gets the ids of the path in order and returns a record, or for a list all matches, oldest first.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  table: ParamTable
  /** Parameters that the pinned version removed, accepted from clients of an older version. */
  olderTable: ParamTable
  list: false | 'newest first' | 'in order'
  // biome-ignore lint/suspicious/noExplicitAny: each endpoint's own parameters, typed where it is made
  run(scope: Scope, params: any, ids: string[]): unknown
}

type Run<Table extends ParamTable> = (
  scope: Scope,
  params: ReadParams<Table>,
  id: string,
  ids: string[],
) => unknown

function endpoint(method: Endpoint['method'], list: Endpoint['list'] = false) {
  return <Table extends ParamTable, Older extends ParamTable = Record<never, never>>(
    path: string,
    table: Table,
    run: Run<Table & Older>,
    olderTable?: Older,
  ): Endpoint => ({
    method,
    path,
    table,
    olderTable: olderTable ?? {},
    list,
    run: (scope, params, ids) => run(scope, params, ids[0] ?? '', ids),
  })
}

export const get = endpoint('GET')
export const post = endpoint('POST')
export const del = endpoint('DELETE')
export const list = endpoint('GET', 'newest first')
export const listInOrder = endpoint('GET', 'in order')

export function findEndpoint(endpoints: Endpoint[], method: string, path: string) {
  const parts = path.split('/')
  for (const candidate of endpoints) {
    if (candidate.method !== method) continue
    const pattern = candidate.path.split('/')
    if (pattern.length !== parts.length) continue
    const fits = pattern.every((part, index) => part.startsWith(':') || part === parts[index])
    if (!fits) continue
    const ids = parts.filter((_, index) => pattern[index]?.startsWith(':')).map(decodeURIComponent)
    return { endpoint: candidate, ids }
  }
  return undefined
}
