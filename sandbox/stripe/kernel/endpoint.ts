import type { Scope } from '../world/scope.ts'
import type { ParamTable, ReadParams } from './params.ts'

/**
 * One endpoint with exactly the parameters it accepts (`expand`, and the paging parameters of lists, come from the
 * kernel).
 *
 * `run` receives the ids of the path in order and returns a record, or for a list all that match, oldest first.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  table: ParamTable
  /** What only clients of an older version may send besides: parameters that the pinned version no longer has. */
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

/** Finds the endpoint of a path such as `customers/cus_1` and the ids in it. */
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
