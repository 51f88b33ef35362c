/**
 * Objects are matched in part, lists as a whole; a RegExp matches strings, a function judges the value, null and
 * undefined differ.
 */
export function mismatches(actual: unknown, expected: unknown, path = 'body'): string[] {
  if (typeof expected === 'function') {
    return (expected as (value: unknown) => boolean)(actual) ? [] : [`${path} is ${show(actual)}`]
  }
  if (expected instanceof RegExp) {
    return typeof actual === 'string' && expected.test(actual)
      ? []
      : [`${path} is ${show(actual)}, not like ${expected}`]
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) {
      return [`${path} is ${show(actual)}, not a list of ${expected.length}`]
    }
    return expected.flatMap((item, index) => mismatches(actual[index], item, `${path}[${index}]`))
  }
  if (expected !== null && typeof expected === 'object') {
    if (actual === null || typeof actual !== 'object') return [`${path} is ${show(actual)}, not an object`]
    return Object.entries(expected).flatMap(([key, value]) =>
      mismatches((actual as Record<string, unknown>)[key], value, `${path}.${key}`),
    )
  }
  return Object.is(actual, expected) ? [] : [`${path} is ${show(actual)}, not ${show(expected)}`]
}

export const aText = (value: unknown): boolean => typeof value === 'string' && value !== ''
export const anInstant = (value: unknown): boolean =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value))
export const absent = (value: unknown): boolean => value === undefined
export const aUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
export const noFields = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

function show(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 300) ?? String(value)
}
