import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)

/** The typefaces of docs/look.md by name in their address. */
const packages: Record<string, string> = {
  figtree: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
  fraunces: '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2',
}

/** Null for an unknown name. */
export async function fontFile(name: string): Promise<Response | null> {
  const file = packages[name]
  if (!file) return null
  return new Response(await readFile(resolve(file)), {
    headers: {
      'content-type': 'font/woff2',
      'cache-control': 'public, max-age=86400',
      'x-content-type-options': 'nosniff',
    },
  })
}
