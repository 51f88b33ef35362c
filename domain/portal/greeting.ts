/** docs/specification.md B2.4. */
export type PartOfDay = 'morning' | 'afternoon' | 'evening'

/** Morning 05:00-11:59, afternoon 12:00-17:59, else evening. @param hour local hour, 0-23 */
export function partOfDay(hour: number): PartOfDay {
  if (hour >= 5 && hour < 12) return 'morning'
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening'
}

/** First word of the full name, else the email's part before the at-sign, else "there". */
export function greetingName(person: { fullName?: string | null; email?: string | null }): string {
  const firstWord = person.fullName?.trim().split(/\s+/)[0]
  return firstWord || person.email?.split('@')[0] || 'there'
}
