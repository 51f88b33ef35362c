import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { readMigrations } from '#server/platform/database/migrations.ts'
import { buildReferenceIfStale, referenceFolder } from './api/build-reference.ts'
import { licensesPage } from './checks/licenses.ts'
import { readReleased, unreleasedMigrations } from './checks/released-migrations.ts'
import { buildFolder, buildWebIfStale, pagesFolder, webFolder } from './web/build-web.ts'

// `npm run pack-release`, after the commit of `npm run release`: tags it and writes the release to .build: the tarball with
// the built web app, for `npm ci --omit=dev && npm start`, its checksum, the list of its packages (https://cyclonedx.org),
// and their licenses.
// First asks the registry for known vulnerabilities, also of build dependencies, since the tarball contains the built web
// app. A high or critical one stops it; a registry without advisories is reported.

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const name = `carefold-${version}`
const tag = `v${version}`

const problem = whyNot()
if (problem) {
  process.stderr.write(`${name} was not packed: ${problem}\n`)
  process.exit(1)
}
mkdirSync('.build', { recursive: true })
if (!git('tag', '--list', tag)) git('tag', '--annotate', tag, '--message', `Carefold ${version}`)
const tarball = `.build/${name}.tar.gz`
await Promise.all([buildWebIfStale(), buildReferenceIfStale()])
await import('./web/compress-web.ts')
git('archive', '--format=tar.gz', ...builtFiles(), `--prefix=${name}/`, `--output=${tarball}`, tag)
const checksum = createHash('sha256').update(readFileSync(tarball)).digest('hex')
writeFileSync(`${tarball}.sha256`, `${checksum}  ${name}.tar.gz\n`)
const sbom = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 ** 2,
})
writeFileSync(`.build/${name}.cdx.json`, sbom)
writeFileSync(`.build/${name}-licenses.md`, licensesPage())
const packages = JSON.parse(sbom).components.length
process.stdout.write(`${tag}: ${tarball} (${checksum}), ${packages} packages in .build/${name}.cdx.json\n`)

/** The built web app and API reference, for `git archive`: each file below the folder that the prefix before it names. */
function builtFiles(): string[] {
  const files = [webFolder, pagesFolder, referenceFolder]
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return [...files, `${webFolder}.sources`].flatMap((file) => [
    `--prefix=${name}/.build/${relative(buildFolder, dirname(file)).replaceAll('\\', '/')}/`.replace(
      '//',
      '/',
    ),
    `--add-file=${file}`,
  ])
}

/** Why this version must not be released, or null. */
function whyNot(): string | null {
  if (git('status', '--porcelain')) return 'commit first'
  const weaknesses = highWeaknesses()
  if (weaknesses === null)
    process.stdout.write('not audited: the registry gives no advisories (row 15.2.1 of docs/asvs.md)\n')
  else if (weaknesses > 0) return `${weaknesses} packages have a high or critical weakness: npm audit`
  const [early] = unreleasedMigrations(readReleased(), version, readMigrations())
  if (early) return `${early} is in no version: raise the version and run npm run release`
  if (git('tag', '--list', tag) && git('rev-parse', `${tag}^{commit}`) !== git('rev-parse', 'HEAD'))
    return `${tag} is another commit`
  return null
}

/** Counts packages with a high or critical vulnerability; null: the registry has no advisories. */
function highWeaknesses(): number | null {
  // it exits with 1 when it finds some
  const { stdout } = spawnSync('npm', ['audit', '--json', '--package-lock-only'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  })
  try {
    const { high, critical } = JSON.parse(stdout).metadata.vulnerabilities
    return high + critical
  } catch {
    return null
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim()
}
