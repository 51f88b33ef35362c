import { createHash } from 'node:crypto'

/** Text, or a nested map (lists are maps with the keys 0, 1, ...). */
export type Raw = string | RawMap
export interface RawMap {
  [name: string]: Raw
}

/**
 * Decodes Stripe's form encoding: `a[b][0][c]=v`; `a[]=v` appends.
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

/** Decodes a `multipart/form-data` body. Of a file it returns name, size, type by its first bytes, and a digest. */
export async function decodeParts(request: Request): Promise<RawMap> {
  const root = emptyMap()
  for (const [name, value] of await request.formData()) {
    if (typeof value === 'string') {
      Object.assign(root, decodeForm(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`))
      continue
    }
    const bytes = Buffer.from(await value.arrayBuffer())
    const digest = createHash('sha256').update(bytes).digest('hex')
    const file: RawMap = { name: value.name, size: String(bytes.length), type: typeOf(bytes), digest }
    root[name] = Object.assign(emptyMap(), file)
  }
  return root
}

function typeOf(bytes: Buffer): string {
  const start = bytes.toString('latin1', 0, 8)
  if (start.startsWith('%PDF-')) return 'pdf'
  if (start === '\x89PNG\r\n\x1a\n') return 'png'
  return start.startsWith('\xff\xd8\xff') ? 'jpg' : ''
}

/** Without a prototype, so that a parameter named `constructor` is only an unknown parameter. */
function emptyMap(): RawMap {
  return Object.create(null) as RawMap
}
