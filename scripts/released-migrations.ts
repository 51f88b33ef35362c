import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Migration } from '#server/platform/database/migrations.ts'

/** Version -> migrations that it was the first to have, each with its checksum; oldest version first. */
export type Released = Record<string, Record<string, string>>

export const releasedPath = fileURLToPath(new URL('../db/migrations/released.json', import.meta.url))

export function readReleased(): Released {
  return JSON.parse(readFileSync(releasedPath, 'utf8'))
}

/** The versions of CHANGELOG.md, newest first, without `Unreleased`. */
export function changelogVersions(changelog: string): string[] {
  return [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map(([, version = '']) => version)
}

/** What breaks the freeze (docs/decisions/0031): released migrations that were edited, removed or preceded. */
export function brokenFreeze(
  released: Released,
  migrations: Pick<Migration, 'name' | 'checksum'>[],
): string[] {
  const frozen = new Map(
    Object.entries(released).flatMap(([version, files]) =>
      Object.entries(files).map(([name, checksum]) => [name, { version, checksum }] as const),
    ),
  )
  const last = [...frozen.keys()].sort().at(-1) ?? ''
  const present = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  const changed = [...frozen]
    .filter(([name, { checksum }]) => present.get(name) !== checksum)
    .map(([name, { version }]) => `${name} was released in ${version}: restore it and add a new migration`)
  const early = [...present.keys()]
    .filter((name) => !frozen.has(name) && name < last)
    .map((name) => `${name} comes before ${last}, which is released: give it a higher number`)
  return [...changed, ...early]
}

/**
 * The list with the version's own migrations added.
 *
 * @throws Error when the version is released already, or a released migration was changed
 */
export function release(
  released: Released,
  version: string,
  migrations: Pick<Migration, 'name' | 'checksum'>[],
): Released {
  if (released[version]) throw new Error(`${version} is released already: raise the version in package.json`)
  const [broken] = brokenFreeze(released, migrations)
  if (broken) throw new Error(broken)
  const known = new Set(Object.values(released).flatMap((files) => Object.keys(files)))
  const added = migrations.filter(({ name }) => !known.has(name))
  return { ...released, [version]: Object.fromEntries(added.map(({ name, checksum }) => [name, checksum])) }
}

/** Migrations that no version up to this one has: another release must come first. */
export function unreleasedMigrations(
  released: Released,
  version: string,
  migrations: Pick<Migration, 'name'>[],
): string[] {
  if (!released[version]) return [`${version}`]
  const known = new Set(Object.values(released).flatMap((files) => Object.keys(files)))
  return migrations.map(({ name }) => name).filter((name) => !known.has(name))
}
