import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// `npm run lock`, after every `npm install` that changes a package. npm leaves out where a package lies, or names one
// machine's registry. Without it, `npm ci` asks the registry for the whole description of each of 400 packages first, which
// takes as long as everything else it does (docs/decisions/0027).

interface Locked {
  version?: string
  resolved?: string
  integrity?: string
  /** Comes inside the package that needs it. */
  inBundle?: boolean
  /** What it is called in the registry, when it is installed under another name. */
  name?: string
}

export interface LockFile {
  packages: Record<string, Locked>
}

/** Stands for the registry that npm is set to use; `.npmrc` names it too. */
const anyRegistry = 'https://registry.invalid'

/** The same lock, each package with its address in any npm registry: `/@scope/name/-/name-1.2.3.tgz`. */
export function withAddresses(lock: LockFile): LockFile {
  const packages = Object.entries(lock.packages).map(([path, locked]) => {
    if (!locked.integrity || locked.inBundle) return [path, locked]
    const { version, resolved: _, ...rest } = locked
    const name = locked.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const resolved = `${anyRegistry}/${name}/-/${name.split('/').at(-1)}-${version}.tgz`
    // in npm's order, so that a change of packages is all that a diff shows
    return [path, { version, resolved, ...rest }]
  })
  return { ...lock, packages: Object.fromEntries(packages) }
}

/** As npm writes it. */
export const lockText = (lock: LockFile) => `${JSON.stringify(lock, null, 2)}\n`

export const lockPath = fileURLToPath(new URL('../package-lock.json', import.meta.url))

if (import.meta.main) {
  const lock: LockFile = JSON.parse(readFileSync(lockPath, 'utf8'))
  writeFileSync(lockPath, lockText(withAddresses(lock)))
}
