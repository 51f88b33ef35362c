/** A data API pattern that matches the text anywhere; its wildcards are escaped. */
export function containing(text: string): string {
  return `%${text.replaceAll('*', '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
