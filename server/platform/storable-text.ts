/** Postgres stores neither NUL nor half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Places in a parsed JSON value, such as `items.0.name`. */
export function unstorablePlaces(value: unknown): string[] {
  const places: string[] = []
  // no recursion: a request may be nested deeper than the stack
  const waiting: Place[] = [{ value }]
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    const { value, key } = place
    const isUnstorable = typeof value === 'string' && !isStorable(value)
    if (isUnstorable || (key !== undefined && !isStorable(key))) places.push(pathOf(place))
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) waiting.push({ value: inner, key, within: place })
  }
  return places
}

interface Place {
  value: unknown
  key?: string
  within?: Place
}

function pathOf(place: Place): string {
  const keys: string[] = []
  for (let at: Place | undefined = place; at?.key !== undefined; at = at.within) keys.unshift(at.key)
  return keys.join('.')
}
