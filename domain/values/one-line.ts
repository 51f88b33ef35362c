import * as z from 'zod/mini'

// control characters, Unicode's own line ends, and marks that turn the direction of what follows them
const breaks = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu

/**
 * A name or another short text as one line: line ends and other control characters become a blank. They would split a
 * subject, a row or a log line in two (docs/threats.md T33). The database refuses them (`app.is_one_line`).
 */
export function oneLine(text: string): string {
  return text.replace(breaks, ' ').trim()
}

/** The same as a check of a schema, instead of `z.trim()`. */
export const onOneLine = () => z.overwrite<string>(oneLine)

/** Keys of names in an account's metadata, as clients and providers write them. */
const nameKeys = [
  'name',
  'full_name',
  'first_name',
  'last_name',
  'given_name',
  'family_name',
  'nickname',
  'preferred_username',
]

/** An account's metadata with its names on one line; everything else is the client's own. */
export function withNamesOnOneLine(metadata: Record<string, unknown>): Record<string, unknown> {
  const names = nameKeys.flatMap((key) => {
    const value = metadata[key]
    return typeof value === 'string' ? [[key, oneLine(value)]] : []
  })
  return { ...metadata, ...Object.fromEntries(names) }
}
