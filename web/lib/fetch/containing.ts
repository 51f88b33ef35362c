/** A pattern of the data API that finds the text anywhere, with nothing in it read as a wildcard. */
export function containing(text: string): string {
  return `%${text.replaceAll('*', '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

/** Those of the found whose names contain a text, as the database compares them; of an empty text nobody's does. */
export function stillNamed<Found extends { name: string }>(found: readonly Found[], text: string): Found[] {
  const part = text.trim().replaceAll('*', '').toLowerCase()
  return part === '' ? [] : found.filter(({ name }) => name.toLowerCase().includes(part))
}
