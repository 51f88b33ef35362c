/** Behind a comma these do not turn a name around. */
const suffix = /^(?:jr|sr|ii|iii|iv|md|phd|do|dds|dvm|rn|np|pa|esq|cpa|mba|jd)$/i

/**
 * "Marta Adler" of "Adler, Marta", "John Smith Jr." of "Smith, John, Jr.".
 * @returns null if the name is in order, such as "John Smith, Jr."
 */
export function turnedName(name: string): string | null {
  const parts = name.split(',').map((part) => part.trim())
  const isSuffix = (part: string) => suffix.test(part.replaceAll('.', ''))
  const suffixes = parts.filter(isSuffix)
  const [last, first, ...others] = parts.filter((part) => !isSuffix(part))
  if (!last || !first || others.length > 0) return null
  return [first, last, ...suffixes].join(' ')
}
