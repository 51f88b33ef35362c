import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** An import against the direction in ARCHITECTURE.md. */
export interface ZoneViolation {
  file: string
  imports: string
  rule: string
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const zoneRoots = [
  'conformance',
  'db',
  'domain',
  'server',
  'sandbox',
  'web',
  'testing',
  'e2e',
  'bench',
  'scripts',
]

/**
 * The folders and top-level files of `server/auth`, from the bottom up: each imports only itself and earlier ones. `context`
 * is the endpoints' context; its parts precede it.
 */
const authLayers = [
  'errors.ts',
  'rows.ts',
  'transaction.ts',
  'keys',
  'tokens',
  'http',
  'hashing',
  'hooks',
  'providers',
  'saml',
  'context',
  'one-time-tokens',
  'redirects',
  'people',
  'mails',
  'sms',
  'sessions',
  'flows',
  'passwords',
  'factors',
  'accounts',
  'endpoints',
  'clean-up.ts',
  'routes.ts',
  'service.ts',
]

/** Web files that import types, which the build erases, from the database and the server (docs/decisions/0164). */
export const typesForWeb: Record<string, string> = {
  'web/lib/fetch/api.ts': 'db/rows.generated.ts',
  'web/lib/fetch/actions.ts': 'server/features.ts',
}

export function zoneOf(file: string): string {
  const parts = file.split(sep)
  const [top, second, third] = parts
  if (top === 'server' || top === 'web') {
    if (parts.length === 2 || (top === 'server' && second === 'routes')) return top
    return second === 'features' || (top === 'web' && second === 'routes')
      ? `${top}/${second}/${third}`
      : `${top}/${second}`
  }
  return top ?? ''
}

const isTest = (file: string) =>
  /\.test\.tsx?$|(^|\/)sample-calls\.ts$|(^|\/)(tests|testing|e2e)\//.test(file)

/** The violated rule, or null. Paths are from the repository's root. */
export function forbidden(from: string, to: string): string | null {
  const zone = zoneOf(from)
  const target = zoneOf(to)
  if (isTest(from)) return null
  if (zone === 'server/auth' && target === 'server/auth') return climbs(from, to)
  if (zone === target) return null
  const top = zone.split('/')[0]
  const targetTop = target.split('/')[0]
  const starts = (...prefixes: string[]) =>
    prefixes.some((prefix) => target === prefix || target.startsWith(`${prefix}/`))

  if (targetTop === 'e2e' || (targetTop === 'testing' && top !== 'bench'))
    return 'only tests and benchmarks import test helpers'
  if (targetTop === 'conformance' && top !== 'scripts')
    return 'only tests and scripts use the conformance servers'
  if (top === 'domain') return 'domain imports nothing of ours: it runs everywhere'
  if (target === 'sandbox' && top !== 'scripts' && zone !== 'server')
    return 'only the start-up wiring knows the sandbox'
  if (top === 'sandbox') return 'the sandbox knows nothing of Carefold'
  if (top === 'web') {
    if (typesForWeb[from] === to) return null
    if (targetTop !== 'web' && targetTop !== 'domain') return 'web imports web and domain only'
    if (zone === 'web/lib' && !starts('web/lib', 'domain')) return 'web/lib is below components and features'
    if (zone === 'web/components' && !starts('web/lib', 'web/components', 'domain'))
      return 'components know no features'
    if (zone.startsWith('web/features/') && starts('web/routes')) return 'features do not import routes'
    if (
      zone.startsWith('web/features/') &&
      target.startsWith('web/features/') &&
      target !== 'web/features/shell'
    ) {
      return 'web features do not import each other'
    }
    if (zone === 'web/routes/portal' && starts('web/routes/clinic'))
      return 'the patient area does not import the clinic area'
    return null
  }
  if (top === 'server') {
    if (targetTop === 'web') return 'server does not import web'
    if (zone === 'server/platform' && targetTop === 'server')
      return 'platform is below the rest of the server'
    if (zone === 'server/clinic' && targetTop === 'server' && !starts('server/clinic', 'server/platform'))
      return 'server/clinic is below auth, rest and features'
    if (zone === 'server') return null
    if (target === 'server') return 'only the start-up wiring imports it'
    if (target === 'server/auth') return 'business code uses services.accounts, never server/auth'
    if (target.startsWith('server/features/') && !zone.startsWith('server/features/'))
      return 'features are above this'
    if (
      zone.startsWith('server/features/') &&
      target.startsWith('server/features/') &&
      /\/queries\.ts$/.test(to)
    ) {
      return "a feature calls another feature's actions, never its queries"
    }
    return null
  }
  return null
}

/** The rule between two files of `server/auth`, or null. */
function climbs(from: string, to: string): string | null {
  const [layer = '', targetLayer = ''] = [from, to].map((file) => file.split(sep)[2])
  for (const name of [layer, targetLayer]) {
    if (!authLayers.includes(name)) return `server/auth/${name} is missing in authLayers`
  }
  const isAbove = authLayers.indexOf(targetLayer) > authLayers.indexOf(layer)
  return isAbove ? `server/auth/${targetLayer} is above server/auth/${layer}` : null
}

export function findZoneViolations(): ZoneViolation[] {
  return zoneRoots.flatMap(sourceFiles).flatMap((file) =>
    importsOf(file).flatMap((specifier) => {
      const target = resolveImport(file, specifier)
      const rule = target ? forbidden(file, target) : null
      return rule ? [{ file, imports: specifier, rule }] : []
    }),
  )
}

/** Pairs of folders directly below `parent` whose files import each other, as `a <-> b`. Ignores tests. */
export function findMutualImports(parent: string): string[] {
  const folderOf = (file: string) => relative(parent, file).split(sep).slice(0, -1)[0]
  const arrows = new Set<string>()
  for (const file of sourceFiles(parent)) {
    if (isTest(file)) continue
    for (const specifier of importsOf(file)) {
      const target = resolveImport(file, specifier)
      if (!target?.startsWith(`${parent}${sep}`)) continue
      const [from, to] = [folderOf(file), folderOf(target)]
      if (from && to && from !== to) arrows.add(`${from} ${to}`)
    }
  }
  return [...arrows]
    .map((arrow) => arrow.split(' '))
    .filter(([from = '', to = '']) => from < to && arrows.has(`${to} ${from}`))
    .map(([from, to]) => `${from} <-> ${to}`)
}

function sourceFiles(folder: string): string[] {
  try {
    return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  } catch {
    return []
  }
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map((match) => match[1] ?? '')
}

function resolveImport(file: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier))
  return null
}
