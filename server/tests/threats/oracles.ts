import type { AskOptions } from './test-server.ts'

/** Made with the id of a foreign row and with an unknown id. */
export interface Oracle {
  name: string
  ask(id: string): AskOptions & { path: string }
}

const counted = { Prefer: 'count=exact' }
const object = { Accept: 'application/vnd.pgrst.object+json' }
const representation = { Prefer: 'return=representation' }

/** Probes for a row with this key (docs/threats.md T2). */
export function readOracles(table: string, key: string): Oracle[] {
  const at = (query: string) => `/rest/v1/${table}?${query}`
  const oracle = (name: string, query: (id: string) => string, options: AskOptions = {}): Oracle => ({
    name: `${table}: ${name}`,
    ask: (id) => ({ path: at(query(id)), ...options }),
  })
  return [
    oracle('a filter', (id) => `${key}=eq.${id}`),
    oracle('a list', (id) => `${key}=in.(${id})&select=${key}`),
    oracle('a double negation', (id) => `not.and=(${key}.neq.${id})`),
    oracle('a logic tree', (id) => `or=(${key}.eq.${id},and(${key}.eq.${id},${key}.not.is.null))`),
    oracle('a quantified filter', (id) => `${key}=eq(any).{${id}}`),
    oracle('an exact count', (id) => `${key}=eq.${id}&select=${key}&limit=0`, { headers: counted }),
    oracle('the head with a count', (id) => `${key}=eq.${id}`, { method: 'HEAD', headers: counted }),
    oracle('a planned count', (id) => `${key}=eq.${id}`, { headers: { Prefer: 'count=planned' } }),
    oracle('an estimated count', (id) => `${key}=eq.${id}`, { headers: { Prefer: 'count=estimated' } }),
    oracle('an offset past the end', (id) => `${key}=eq.${id}&offset=1`, { headers: counted }),
    oracle('an order', (id) => `${key}=gte.${id}&order=${key}.desc&select=${key}`),
    oracle('exactly one row', (id) => `${key}=eq.${id}&select=${key}`, { headers: object }),
    oracle('as CSV', (id) => `${key}=eq.${id}&select=${key}`, { headers: { Accept: 'text/csv' } }),
    oracle('a cast that fails on a value', (id) => `${key}=eq.${id}&select=${key}::int`),
  ]
}

/** Through a clinic: embeds that filter, join, count or order. */
export function embedOracles(table: string, key: string): Oracle[] {
  const oracle = (name: string, query: (id: string) => string, options: AskOptions = {}): Oracle => ({
    name: `clinics with ${table}: ${name}`,
    ask: (id) => ({ path: `/rest/v1/clinics?${query(id)}`, ...options }),
  })
  return [
    oracle('an embed', (id) => `select=id,${table}(${key})&${table}.${key}=eq.${id}`),
    oracle('an inner join', (id) => `select=id,${table}!inner(${key})&${table}.${key}=eq.${id}`),
    oracle(
      'an inner join, counted',
      (id) => `select=id,${table}!inner(${key})&${table}.${key}=eq.${id}&limit=1`,
      { headers: counted },
    ),
    oracle('existence', (id) => `select=id,${table}()&${table}=not.is.null&${table}.${key}=eq.${id}`),
    oracle('whether there is none', (id) => `select=id,${table}()&${table}=is.null&${table}.${key}=eq.${id}`),
    oracle('a count inside', (id) => `select=id,${table}(count)&${table}.${key}=eq.${id}`),
  ]
}

/** Writes to an invisible row. `columns`: those a client may set on this table. */
export function writeOracles(table: string, key: string, change: object): Oracle[] {
  const oracle = (
    name: string,
    method: 'PATCH' | 'DELETE',
    headers: Record<string, string>,
    query = '',
  ): Oracle => ({
    name: `${table}: ${name}`,
    ask: (id) => ({
      path: `/rest/v1/${table}?${key}=eq.${id}${query}`,
      method,
      headers,
      ...(method === 'PATCH' && { body: change }),
    }),
  })
  return [
    oracle('an update', 'PATCH', {}),
    oracle('an update that shows its rows', 'PATCH', representation),
    oracle('an update, counted', 'PATCH', { Prefer: 'count=exact,return=headers-only' }),
    oracle('an update of at most none', 'PATCH', { Prefer: 'handling=strict,max-affected=0' }),
    oracle('an update of exactly one', 'PATCH', { ...representation, ...object }),
    oracle('a delete', 'DELETE', {}),
    oracle('a delete that shows its rows', 'DELETE', representation),
    oracle('a delete, counted', 'DELETE', { Prefer: 'count=exact' }),
    oracle('a delete of exactly one', 'DELETE', { ...representation, ...object }, '&select=*'),
  ]
}

/** Inserts a row that refers to, or collides with, an invisible one. */
export function insertOracles(table: string, row: (id: string) => object): Oracle[] {
  const oracle = (name: string, query: string, headers: Record<string, string>, many = false): Oracle => ({
    name: `${table}: ${name}`,
    ask: (id) => ({
      path: `/rest/v1/${table}${query}`,
      method: 'POST',
      headers,
      body: many ? [row(id), row(id)] : row(id),
    }),
  })
  return [
    oracle('an insert', '', {}),
    oracle('an insert that shows its row', '?select=*', representation),
    oracle('two inserts', '', representation, true),
    oracle('an upsert', '', { Prefer: 'resolution=merge-duplicates,return=representation' }),
    oracle('an insert that ignores what is there', '', {
      Prefer: 'resolution=ignore-duplicates,return=headers-only,count=exact',
    }),
    oracle('an insert with missing=default', '', { Prefer: 'missing=default,return=representation' }),
  ]
}
