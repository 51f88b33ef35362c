import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Migration } from '#server/platform/database/migrations.ts'

/** Version -> the migrations it introduced, each with its checksum; oldest version first. */
export type Released = Record<string, Record<string, string>>

export const releasedPath = fileURLToPath(new URL('../../db/migrations/released.json', import.meta.url))

export function readReleased(): Released {
  return JSON.parse(readFileSync(releasedPath, 'utf8'))
}

export function changelogVersions(changelog: string): string[] {
  return [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map(([, version = '']) => version)
}

/** Released migrations that were edited, removed or preceded (docs/decisions/0160). */
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

const created = /^create (?:table|function|view|policy|trigger|index|unique index) ([\w.]+)/gm
const changed =
  /^(?:create or replace \w+|drop \w+(?: if exists)?|alter policy) ([\w.]+)|^alter table ([\w.]+)\s+(?:add column|alter column|drop|rename)\b/gm

/**
 * Changes of an object that a migration of the same unreleased version creates. Those must be made in place, so that each
 * table and function is in one file (docs/decisions/0160).
 */
export function editsOfUnreleased(
  released: Released,
  migrations: Pick<Migration, 'name' | 'sql'>[],
): string[] {
  const frozen = new Set(Object.values(released).flatMap((files) => Object.keys(files)))
  const open = migrations.filter(({ name }) => !frozen.has(name))
  const madeIn = new Map<string, string>()
  const edits: string[] = []
  for (const { name, sql } of open) {
    for (const [, replaced, altered] of sql.matchAll(changed)) {
      const object = replaced ?? altered ?? ''
      const home = madeIn.get(object)
      if (home) edits.push(`${name} changes ${object}: edit ${home} instead`)
    }
    for (const [, object = ''] of sql.matchAll(created)) {
      const home = madeIn.get(object)
      if (home) edits.push(`${name} creates ${object} again: edit ${home} instead`)
      madeIn.set(object, name)
    }
  }
  return edits
}

export function gapsInNumbers(migrations: Pick<Migration, 'name'>[]): string[] {
  return migrations.map(({ name }) => name).filter((name, at) => Number(name.slice(0, 4)) !== at + 1)
}

/**
 * Adds the version's migrations to the list.
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

/** Migrations of no version up to this one: another release must come first. */
export function unreleasedMigrations(
  released: Released,
  version: string,
  migrations: Pick<Migration, 'name'>[],
): string[] {
  if (!released[version]) return [`${version}`]
  const known = new Set(Object.values(released).flatMap((files) => Object.keys(files)))
  return migrations.map(({ name }) => name).filter((name) => !known.has(name))
}
