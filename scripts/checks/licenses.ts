import { readdirSync, readFileSync } from 'node:fs'

interface LockedPackage {
  version: string
  license?: string
  dev?: boolean
  dependencies?: Record<string, string>
}

/** Licenses that require only their notice, or cover changed files of the package alone. */
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

/** Reviewed packages that state their license elsewhere, or have another than the above. */
export const lookedAt: Record<string, string> = {
  argparse: 'PSF-2.0, Python’s: requires its notice alone; a part of the Markdown reader’s command',
  'combine-errors': 'MIT in its README; a part of the upload client',
  'dejavu-fonts-ttf': 'Bitstream Vera and Arev: free to use, embed and give away; its text is in the package',
  'libheif-js': 'LGPL-3.0: a library of its own that is loaded and may be replaced',
  'png-js': 'MIT in its repository; a part of the PDF writer',
}

export const families: Record<string, string> = {
  '@img/sharp-': 'libvips, LGPL-3.0: a library of its own that is loaded and may be replaced',
}

export interface Shipped {
  name: string
  version: string
  license: string | null
}

/** Every package that production installs or that the web app contains, on any system. */
export function shippedPackages(): Shipped[] {
  const text = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')
  const { packages } = JSON.parse(text) as { packages: Record<string, LockedPackage> }
  const inBrowser = new Set<string>()
  const add = (path: string) => {
    if (inBrowser.has(path)) return
    inBrowser.add(path)
    for (const name of Object.keys(packages[path]?.dependencies ?? {})) add(installed(packages, path, name))
  }
  for (const name of packagesOfWeb()) add(`node_modules/${name}`)
  const found = new Map<string, Shipped>()
  for (const [path, { version, license, dev }] of Object.entries(packages)) {
    if (path === '' || (dev && !inBrowser.has(path))) continue
    const name = path.slice(path.lastIndexOf(folder) + folder.length)
    found.set(`${name}@${version}`, { name, version, license: license ?? null })
  }
  return [...found.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

const folder = 'node_modules/'

/** In the package's own folder, or in one above it. */
function installed(packages: Record<string, LockedPackage>, from: string, name: string): string {
  for (let at = from; at; at = at.slice(0, Math.max(at.lastIndexOf(`/${folder}`), 0)))
    if (`${at}/${folder}${name}` in packages) return `${at}/${folder}${name}`
  return `${folder}${name}`
}

function packagesOfWeb(): string[] {
  const root = new URL('../../web/', import.meta.url)
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|css)$/.test(file) && !/\.test\.tsx?$/.test(file))
    .flatMap((file) => [
      ...readFileSync(new URL(file, root), 'utf8').matchAll(
        /(?:from |import\(?|url\(|@import )['"]([\w@][^'"]*)['"]/g,
      ),
    ])
    .map(([, path = '']) => /^(@[\w.-]+\/)?[\w.-]+/.exec(path)?.[0] ?? '')
  return [...new Set(names)].filter((name) => !name.startsWith('node'))
}

/** Written by `npm run pack-release`. */
export function licensesPage(): string {
  const rows = shippedPackages().map(({ name, version, license }) => {
    const family = Object.entries(families).find(([start]) => name.startsWith(start))
    const note = lookedAt[name] ?? (allowed.has(license ?? '') ? '' : (family?.[1] ?? ''))
    return `| ${name} | ${version} | ${license ?? ''} | ${note} |`
  })
  return `# Licenses\n\nEverything that production installs or that the web app contains, on any system. The CycloneDX SBOM beside this file lists the same packages.\n\n| package | version | license | note |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`
}
