/** A pattern of the data API that finds the text anywhere, with nothing in it read as a wildcard. */
export function containing(text: string): string {
  return `%${text.replaceAll('*', '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
