import type { RequestContext } from '#server/rest/request/read-request.ts'
import { type RequestName, requestNames } from './settings-in-use.ts'

/**
 * As PostgREST sets them: `request.method`, `request.path`, and `request.headers` and `request.cookies` as JSON
 * objects.
 *
 * @param read the settings that the database's code reads; others are left out
 */
export function requestSettings(
  { method, path, headers }: RequestContext,
  read: ReadonlySet<RequestName>,
): [name: RequestName, value: string][] {
  const values: Record<RequestName, () => string> = {
    'request.method': () => method,
    'request.path': () => path,
    'request.headers': () => JSON.stringify(Object.fromEntries(headers.entries())),
    'request.cookies': () => JSON.stringify(cookiesOf(headers.get('cookie') ?? '')),
  }
  return requestNames.filter((name) => read.has(name)).map((name) => [name, values[name]()])
}

function cookiesOf(header: string): Record<string, string> {
  const pairs = header.split(';').map((pair) => pair.trim())
  return Object.fromEntries(
    pairs
      .filter((pair) => pair.includes('='))
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )
}
