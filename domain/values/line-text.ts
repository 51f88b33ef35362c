// without Zod, because pages load it with their first view

// Control characters, Unicode line ends, and direction marks.
const breaks = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu

const visible = /[^\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * Replaces line ends and other control characters by a blank: they would split a subject, a row or a log line
 * (docs/threats.md T33). The database refuses them (`app.is_one_line`). A text without a visible character becomes empty,
 * which a required field refuses.
 */
export function oneLine(text: string): string {
  return visible.test(text) ? text.replace(breaks, ' ').trim() : ''
}
