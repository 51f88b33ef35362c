import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// `npm run lock`, after every `npm install` that changes a package. npm omits package addresses or writes one machine's
// registry. Without them `npm ci` first fetches the full description of each of 400 packages, which doubles its time
// (docs/decisions/0027).

interface Locked {
  version?: string
  resolved?: string
  integrity?: string
  inBundle?: boolean
  /** Name in the registry, if installed under another name. */
  name?: string
}

export interface LockFile {
  packages: Record<string, Locked>
}

/** Placeholder for the configured registry; also in `.npmrc`. */
const anyRegistry = 'https://registry.invalid'

/** Adds each package's address, which is the same in any npm registry: `/@scope/name/-/name-1.2.3.tgz`. */
export function withAddresses(lock: LockFile): LockFile {
  const packages = Object.entries(lock.packages).map(([path, locked]) => {
    if (!locked.integrity || locked.inBundle) return [path, locked]
    const { version, resolved: _, ...rest } = locked
    const name = locked.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const resolved = `${anyRegistry}/${name}/-/${name.split('/').at(-1)}-${version}.tgz`
    // in npm's order, for minimal diffs
    return [path, { version, resolved, ...rest }]
  })
  return { ...lock, packages: Object.fromEntries(packages) }
}

export const lockText = (lock: LockFile) => `${JSON.stringify(lock, null, 2)}\n`

export const lockPath = fileURLToPath(new URL('../../package-lock.json', import.meta.url))

if (import.meta.main) {
  const lock: LockFile = JSON.parse(readFileSync(lockPath, 'utf8'))
  writeFileSync(lockPath, lockText(withAddresses(lock)))
}
