/** A data API pattern that matches the text anywhere; its wildcards are escaped. */
export function containing(text: string): string {
  return `%${text.replaceAll('*', '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

/** Filters results by a name that contains the text, as the database compares. An empty text matches nothing. */
export function stillNamed<Found extends { name: string }>(found: readonly Found[], text: string): Found[] {
  const part = text.trim().replaceAll('*', '').toLowerCase()
  return part === '' ? [] : found.filter(({ name }) => name.toLowerCase().includes(part))
}
