/** A decoded request parameter: text, or a nested map (lists are maps with the keys 0, 1, ...). */
export type Raw = string | RawMap
export interface RawMap {
  [name: string]: Raw
}

/**
 * Decodes Stripe's form encoding: `a[b][0][c]=v`, with `a[]=v` appending.
 *
 * @param text a query string or an `application/x-www-form-urlencoded` body
 */
export function decodeForm(text: string): RawMap {
  const root = emptyMap()
  for (const [key, value] of new URLSearchParams(text)) {
    const path = key.split('[').map((part, index) => (index === 0 ? part : part.replace(/\]$/, '')))
    place(root, path, value)
  }
  return root
}

function place(root: RawMap, path: string[], value: string) {
  let at = root
  path.forEach((part, index) => {
    const name = part === '' && index > 0 ? String(Object.keys(at).length) : part
    if (index === path.length - 1) {
      at[name] = value
      return
    }
    const inner = at[name]
    if (inner === undefined || typeof inner === 'string') {
      const next = emptyMap()
      at[name] = next
      at = next
    } else at = inner
  })
}

/** Without a prototype, so that a parameter named `constructor` is just an unknown parameter. */
function emptyMap(): RawMap {
  return Object.create(null) as RawMap
}
