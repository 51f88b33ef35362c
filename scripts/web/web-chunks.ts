import type { Plugin, Rolldown } from 'vite'
import { type Module, planFiles } from './chunk-plan.ts'

/** The router's frames around pages: they are loaded together. */
const frames: [pages: RegExp, frames: string[]][] = [
  [/\/web\/routes\/access\//, ['access/access-layout']],
  [/\/web\/routes\/public\//, ['public/public-layout']],
  [/\/web\/routes\/join\//, ['join/join-layout']],
  [/\/web\/routes\/portal\//, ['portal/patient-shell']],
  [/\/web\/routes\/family\//, ['family/family-shell']],
  [/\/web\/routes\/lessons\//, ['clinic/select-clinic']],
  [/\/web\/routes\/clinic\//, ['clinic/select-clinic', 'clinic/clinic-shell']],
  [/\/web\/routes\/settings\//, ['clinic/select-clinic', 'clinic/clinic-shell', 'settings/settings-layout']],
]

/** The most frequent pages, and those of first-time visitors: their bytes count more. */
const first = [
  ...['access/login', 'access/join', 'access/sign-up', 'join/plan'],
  ...['portal/home', 'portal/pay', 'portal/learn'],
  ...['clinic/today/dashboard', 'clinic/members', 'clinic/appointments'],
]

/** Of these, the pages that open with the least code: a module that they do not need weighs most. */
const most = ['access/login', 'access/join', 'access/sign-up', 'join/plan', 'portal/home']

/** Rarely opened pages: others do not load more for them. */
const rare = ['clinic/merge-person', 'clinic/duplicate-members', 'settings/value-receipts', 'access/answer']

/** Parts loaded after their page: their bytes count less. */
const late = [
  ...['access/second-step', 'access/set-up-second-step', 'demo-bar', 'memberships-failed'],
  ...['signed-out-dialog', 'fresh-proof-dialog', 'clinic/search/palette', 'clinic/today/other-tab'],
  ...['appointments', 'appointments-shell', 'clinic/today/stripe-returns'],
]

/** Parts loaded after their page, with its files at hand. */
const below = ['portal/home-below', 'portal/first-steps']
const pageAbove = ['portal/home', 'portal/patient-shell']

/** @internal @returns named files of web/routes, without ending; a test finds those that have moved */
export const namedRoutes = (): string[] => [
  ...frames.flatMap(([, named]) => named),
  ...first,
  ...rare,
  ...late,
  ...below,
  ...pageAbove,
]

function isOneOf(id: string, names: readonly string[]): boolean {
  return names.some((name) => id.endsWith(`/web/routes/${name}.tsx`))
}

/**
 * Names the file of each module (`output.codeSplitting` of Rolldown). By default each set of parts that share a module gets
 * a separate file, and a clinic's page requests 135 of them (scripts/web/chunk-plan.ts).
 */
export function sharedFiles(): Rolldown.CodeSplittingOptions {
  let files: ReadonlyMap<string, string> | undefined
  return {
    groups: [
      {
        debugName: 'planned',
        includeDependenciesRecursively: false,
        name(id, graph) {
          files ??= planned(id, graph)
          return files.get(id) ?? null
        },
      },
    ],
  }
}

function planned(id: string, graph: Rolldown.ChunkingContext): Map<string, string> {
  const modules = new Map<string, Module>()
  const open = [entryAbove(id, graph)]
  for (const next of open) {
    const info = modules.has(next) ? null : graph.getModuleInfo(next)
    if (!info) continue
    const [imports, late] = [[...info.importedIds], [...info.dynamicallyImportedIds]]
    modules.set(next, { id: next, size: sizeOf(info.code), imports, late, isEntry: info.isEntry })
    open.push(...imports, ...late)
  }
  const parts = [...modules.keys()]
  const entry = modules.get(open[0] ?? '')
  const app = parts.find((part) => part.endsWith('/web/app.tsx'))
  // before the app is planned as one with the entry
  const ofEntry = earlyModules(entry, modules)
  for (const id of readingModules(ofEntry, app, modules))
    modules.set(id, { ...(modules.get(id) as Module), isEarly: true })
  if (entry && app) modules.set(entry.id, { ...entry, imports: [...entry.imports, app] })
  const names = planFiles([...modules.values()], (part) => {
    const isPage = /\/web\/routes\//.test(part) && !isOneOf(part, [...late, ...below])
    const frame = isPage ? frames.find(([pages]) => pages.test(part))?.[1] : undefined
    const around = frame ?? (isOneOf(part, below) ? pageAbove : [])
    return {
      with: parts.filter((id) => isOneOf(id, around)),
      weight: isPage ? weightOf(part) : 0.2,
    }
  })
  for (const module of ofEntry) names.set(module, 'entry')
  return names
}

/** React, its router and what renders with them. Unused exports of the query library's index lead to it. */
const ofReact =
  /\/node_modules\/(?:(?:react|react-dom|react-router|scheduler)\/|@tanstack\/react-query\/build\/modern\/(?!index\.|queryOptions\.|infiniteQueryOptions\.)|@tanstack\/query-core\/build\/modern\/\w+Observer\.)/

/** Modules that run before the app's file has arrived (docs/decisions/0221). */
function earlyModules(entry: Module | undefined, modules: ReadonlyMap<string, Module>): Set<string> {
  const early = new Set(entry ? [entry.id] : [])
  for (const id of early)
    for (const imported of modules.get(id)?.imports ?? []) if (!ofReact.test(imported)) early.add(imported)
  return early
}

/**
 * Modules of the opening reads (web/routes/opening-reads.ts), which run before the app's file has arrived.
 * @throws for one that needs a module of the app
 */
function readingModules(
  ofEntry: ReadonlySet<string>,
  app: string | undefined,
  modules: ReadonlyMap<string, Module>,
): Set<string> {
  const ofApp = new Set(app ? [app] : [])
  for (const id of ofApp) for (const imported of modules.get(id)?.imports ?? []) ofApp.add(imported)
  const importer = [...ofEntry].find((id) => id.endsWith('/web/routes/opening-reads.ts')) ?? ''
  const reading = new Set(modules.get(importer)?.late)
  for (const id of reading)
    for (const imported of modules.get(id)?.imports ?? []) {
      if (ofEntry.has(imported)) continue
      if (ofApp.has(imported)) throw new Error(`${id} runs before the app, and needs ${imported}`)
      reading.add(imported)
    }
  return reading
}

function weightOf(page: string): number {
  if (isOneOf(page, rare)) return 0.2
  return isOneOf(page, most) ? 32 : isOneOf(page, first) ? 16 : 1
}

/** An estimate of the bytes sent: libraries have long comments. */
function sizeOf(code: string | null): number {
  return code?.replaceAll(/\/\*[\s\S]*?\*\/|^\s+|^\s*\/\/.*$/gm, '').length ?? 0
}

function entryAbove(id: string, graph: Rolldown.ChunkingContext): string {
  const above = new Set([id])
  for (const next of above) {
    const info = graph.getModuleInfo(next)
    if (info?.isEntry) return next
    for (const importer of [...(info?.importers ?? []), ...(info?.dynamicImporters ?? [])])
      above.add(importer)
  }
  throw new Error(`nothing leads to ${id}`)
}

/** Fails a build whose files import each other in a circle: their order of execution would depend on the page. */
export function refuseImportCycles(): Plugin {
  return {
    name: 'carefold:refuse-import-cycles',
    generateBundle(_options, bundle) {
      const done = new Set<string>()
      const visit = (file: string, path: string[]): void => {
        if (path.includes(file)) this.error(`files import each other: ${[...path, file].join(' -> ')}`)
        const output = bundle[file]
        if (done.has(file) || output?.type !== 'chunk') return
        for (const imported of output.imports) visit(imported, [...path, file])
        done.add(file)
      }
      for (const file of Object.keys(bundle)) visit(file, [])
    },
  }
}
