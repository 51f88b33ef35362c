import { readFileSync } from 'node:fs'

interface LockedPackage {
  version: string
  license?: string
  dev?: boolean
}

/** Licenses that ask for no more than their notice, or that bind changed files of the package alone. */
export const allowed = new Set([
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
])

/** What was looked at by a person: packages that state their license elsewhere, or another than the above. */
export const lookedAt: Record<string, string> = {
  'combine-errors': 'MIT in its README; a part of the upload client',
  'dejavu-fonts-ttf': 'Bitstream Vera and Arev: free to use, embed and give away; its text is in the package',
  'png-js': 'MIT in its repository; a part of the PDF writer',
}

/** Families of packages with a license of its own, by the start of their name. */
export const families: Record<string, string> = {
  '@img/sharp-': 'libvips, LGPL-3.0: a library of its own that is loaded and may be replaced',
}

/** Every package that production installs, on any system, by name and version. */
export function productionPackages(): { name: string; version: string; license: string | null }[] {
  const text = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')
  const { packages } = JSON.parse(text) as { packages: Record<string, LockedPackage> }
  const found = new Map<string, { name: string; version: string; license: string | null }>()
  for (const [path, { version, license, dev }] of Object.entries(packages)) {
    if (path === '' || dev) continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    found.set(`${name}@${version}`, { name, version, license: license ?? null })
  }
  return [...found.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** The page of licenses that `npm run pack-release` writes. */
export function licensesPage(): string {
  const rows = productionPackages().map(({ name, version, license }) => {
    const family = Object.entries(families).find(([start]) => name.startsWith(start))
    const note = lookedAt[name] ?? (allowed.has(license ?? '') ? '' : (family?.[1] ?? ''))
    return `| ${name} | ${version} | ${license ?? ''} | ${note} |`
  })
  return `# Licenses\n\nEverything that production installs, on any system. The CycloneDX SBOM beside this file lists the same packages.\n\n| package | version | license | note |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`
}
