import { oneLine } from '../values/line-text.ts'

/** docs/specification.md B2.4. */
export type PartOfDay = 'morning' | 'afternoon' | 'evening'

/** Morning 05:00-11:59, afternoon 12:00-17:59, else evening. @param hour local hour, 0-23 */
export function partOfDay(hour: number): PartOfDay {
  if (hour >= 5 && hour < 12) return 'morning'
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening'
}

interface Greeted {
  givenName?: string | null
  fullName?: string | null
  email?: string | null
}

/** The given name, else the first word of the full name, else the email's part before the at-sign, else "there". */
export function greetingName({ givenName, fullName, email }: Greeted): string {
  const name = oneLine(fullName ?? '')
  // "Adler, Marta" has the family name first
  const afterFamilyName = /^[^\s,]+,\s*(\S+)$/.exec(name)?.[1]
  return (
    oneLine(givenName ?? '') || afterFamilyName || name.split(/\s+/)[0] || email?.split('@')[0] || 'there'
  )
}
