/** `Prefer` (RFC 7240, docs/contracts/data-api.md 5). */
export interface Preferences {
  resolution?: 'merge-duplicates' | 'ignore-duplicates'
  missing?: 'default' | 'null'
  return?: 'representation' | 'minimal' | 'headers-only'
  count?: 'exact' | 'planned' | 'estimated'
  tx?: 'commit' | 'rollback'
  handling?: 'strict' | 'lenient'
  timezone?: string
  maxAffected?: number
  /** Unknown or invalid ones, as sent. */
  invalid: string[]
}

const values = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['representation', 'minimal', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  tx: ['commit', 'rollback'],
  handling: ['strict', 'lenient'],
} as const

/** Of repeated preferences the first counts. Unknown ones are collected, not refused. */
export function parsePreferences(header: string | null): Preferences {
  const preferences: Preferences = { invalid: [] }
  for (const sent of (header ?? '').split(',').map((part) => part.trim())) {
    if (sent === '') continue
    if (!take(preferences, sent)) preferences.invalid.push(sent)
  }
  return preferences
}

function take(preferences: Preferences, sent: string): boolean {
  const [name = '', value = ''] = splitOnce(sent)
  if (name === 'timezone' && value) {
    preferences.timezone ??= value
    return true
  }
  if (name === 'max-affected') {
    if (!/^\d{1,15}$/.test(value)) return false
    preferences.maxAffected ??= Number(value)
    return true
  }
  const known: readonly string[] = Object.hasOwn(values, name) ? values[name as keyof typeof values] : []
  if (!known.includes(value)) return false
  const chosen = preferences as unknown as Record<string, string>
  chosen[name] ??= value
  return true
}

function splitOnce(text: string): string[] {
  const at = text.indexOf('=')
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

type Applicable = Exclude<keyof Preferences, 'invalid'>

const headerOrder: Applicable[] = [
  'resolution',
  'missing',
  'return',
  'count',
  'tx',
  'handling',
  'timezone',
  'maxAffected',
]

/** The `Preference-Applied` header for those of `applicable` that were sent, or undefined. */
export function preferenceApplied(
  preferences: Preferences,
  applicable: readonly Applicable[],
): string | undefined {
  const applied = headerOrder
    .filter((name) => applicable.includes(name) && preferences[name] !== undefined)
    // max-affected applies only under strict handling
    .filter((name) => name !== 'maxAffected' || preferences.handling === 'strict')
    .map((name) => `${name === 'maxAffected' ? 'max-affected' : name}=${preferences[name]}`)
  return applied.length > 0 ? applied.join(', ') : undefined
}
