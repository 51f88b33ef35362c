import * as z from 'zod/mini'

// Control characters, Unicode line ends, and direction marks.
const breaks = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu

const visible = /[^\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * Empty for a text of invisible characters only, which a required field refuses. Replaces line ends and other control characters by a blank: they would split a subject, a row or a log line
 * (docs/threats.md T33). The database refuses them (`app.is_one_line`).
 */
export function oneLine(text: string): string {
  return visible.test(text) ? text.replace(breaks, ' ').trim() : ''
}

/** Replaces `z.trim()` in a schema. */
export const onOneLine = () => z.overwrite<string>(oneLine)

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

export function withNamesOnOneLine(metadata: Record<string, unknown>): Record<string, unknown> {
  const names = nameKeys.flatMap((key) => {
    const value = metadata[key]
    return typeof value === 'string' ? [[key, oneLine(value)]] : []
  })
  return { ...metadata, ...Object.fromEntries(names) }
}
