import type { RequestContext } from '#server/rest/request/read-request.ts'

/**
 * As PostgREST sets them: `request.method`, `request.path`, and `request.headers` and `request.cookies` as JSON
 * objects.
 */
export function requestSettings({ method, path, headers }: RequestContext): [name: string, value: string][] {
  const kept: Record<string, string> = {}
  // A loop, because this runs for every request, and spreading Headers costs three times as much.
  for (const [name, value] of headers) kept[name] = value
  return [
    ['request.method', method],
    ['request.path', path],
    ['request.headers', JSON.stringify(kept)],
    ['request.cookies', kept.cookie === undefined ? '{}' : JSON.stringify(cookiesOf(kept.cookie))],
  ]
}

function cookiesOf(header: string): Record<string, string> {
  const pairs = header.split(';').map((pair) => pair.trim())
  return Object.fromEntries(
    pairs
      .filter((pair) => pair.includes('='))
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )
}
