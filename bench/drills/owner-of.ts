import { chownSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Gives a copied data folder to the owner of the original: Postgres runs under that account. */
export function ownerOf(original: string, copy: string): void {
  const { uid, gid } = statSync(original)
  chownSync(copy, uid, gid)
  for (const entry of readdirSync(copy, { recursive: true, withFileTypes: true }))
    chownSync(join(entry.parentPath, entry.name), uid, gid)
}
