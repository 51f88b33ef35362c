export interface Module {
  id: string
  size: number
  imports: readonly string[]
  /** imported on demand: parts of the app */
  late: readonly string[]
  isEntry: boolean
  /** runs while other files still load: it shares no file with modules that run later */
  isEarly?: boolean
}

export interface PartUse {
  with: readonly string[]
  /** cost per byte, relative to other parts */
  weight: number
}

/** The cost of a request in characters. */
const requestChars = 6_000
/** Above this number of files per page a request costs more. */
const fewFiles = 6
const beyondFactor = 3

interface File {
  modules: Module[]
  isEarly: boolean
  size: number
  imports: Set<number>
}

/**
 * Determines which modules share a file. Starts with a file for each set of parts that use the same modules, then joins
 * files as long as a saved request is worth more than the bytes that some pages then load without need. Files never import
 * each other in a circle.
 * @returns the file's name by the module's id; a module of the entry is in `app`
 */
export function planFiles(modules: readonly Module[], useOf: (part: string) => PartUse): Map<string, string> {
  const byId = new Map(modules.map((module) => [module.id, module]))
  const entry = modules.find(({ isEntry }) => isEntry)
  const parts = [...new Set(modules.flatMap(({ late }) => late))].filter((id) => byId.has(id)).sort()
  const needed = new Map(parts.map((part) => [part, reachable(part, byId)]))
  const ofEntry = entry ? reachable(entry.id, byId) : new Set<string>()

  const files: (File | null)[] = []
  const fileOf = new Map<string, number>()
  const bySet = new Map<string, number>()
  for (const module of modules) {
    const isEarly = module.isEarly === true
    const users = ofEntry.has(module.id)
      ? 'app'
      : [isEarly, ...parts.filter((part) => needed.get(part)?.has(module.id))].join()
    const number = bySet.get(users) ?? files.length
    if (number === files.length) {
      bySet.set(users, number)
      files.push({ modules: [], isEarly, size: 0, imports: new Set() })
    }
    const file = files[number] as File
    file.modules.push(module)
    file.size += module.size
    fileOf.set(module.id, number)
  }
  const app = bySet.get('app')
  for (const [number, file] of files.entries())
    for (const module of file?.modules ?? [])
      for (const id of module.imports) {
        const imported = fileOf.get(id)
        if (imported !== undefined && imported !== number && imported !== app) file?.imports.add(imported)
      }

  const pages = parts
    .filter((part) => !ofEntry.has(part))
    .map((part) => {
      const use = useOf(part)
      const ids = [part, ...use.with].flatMap((each) => [...(needed.get(each) ?? [])])
      return { weight: use.weight, roots: ids.map((id) => fileOf.get(id) as number) }
    })
  join(files, pages, app)

  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const [number, file] of files.entries()) {
    if (!file) continue
    let name = number === app ? 'app' : nameOf(file, parts)
    while (taken.has(name)) name += '-2'
    taken.add(name)
    for (const { id } of file.modules) names.set(id, name)
  }
  return names
}

interface Page {
  weight: number
  roots: number[]
}

function join(files: (File | null)[], pages: readonly Page[], app: number | undefined): void {
  const numbers = [...files.keys()].filter((number) => number !== app)
  const reach = new Map(numbers.map((number) => [number, reachOf(number, files)]))
  const loaded = pages.map(({ roots }) => new Set(roots.flatMap((root) => [...(reach.get(root) ?? [])])))
  const extras = extrasOf(files, pages, loaded, reach)
  for (;;) {
    const pair = bestPair(files, pages, loaded, reach, extras.of)
    if (!pair) return
    const [a, b] = pair
    merge(pair, files)
    const [ofA, ofB] = [reach.get(a) as Set<number>, reach.get(b) as Set<number>]
    reach.delete(b)
    /** @returns whether it changed */
    const follow = (set: Set<number>) => {
      const [hasA, hasB] = [set.has(a), set.has(b)]
      if (hasA && !hasB) for (const each of ofB) set.add(each)
      if (hasB && !hasA) for (const each of ofA) set.add(each)
      set.delete(b)
      return hasA || hasB
    }
    for (const [number, set] of reach) if (number !== a && follow(set)) extras.forgetFile(number)
    for (const [page, set] of loaded.entries()) if (follow(set)) extras.forgetPage(page)
    // last: the others read it
    follow(ofA)
    extras.forgetFile(a)
  }
}

/** The weighted bytes that a page would load besides if it loaded a file, determined when asked for. */
function extrasOf(
  files: readonly (File | null)[],
  pages: readonly Page[],
  loaded: readonly Set<number>[],
  reach: ReadonlyMap<number, ReadonlySet<number>>,
) {
  const known = pages.map(() => new Float64Array(files.length).fill(-1))
  return {
    of(page: number, file: number): number {
      const row = known[page] as Float64Array
      if (row[file] === -1) {
        let size = 0
        for (const each of reach.get(file) ?? []) if (!loaded[page]?.has(each)) size += files[each]?.size ?? 0
        row[file] = (pages[page]?.weight ?? 0) * size
      }
      return row[file] as number
    },
    forgetFile(file: number): void {
      for (const row of known) row[file] = -1
    },
    forgetPage(page: number): void {
      known[page]?.fill(-1)
    },
  }
}

function bestPair(
  files: readonly (File | null)[],
  pages: readonly Page[],
  loaded: readonly Set<number>[],
  reach: ReadonlyMap<number, ReadonlySet<number>>,
  extra: (page: number, file: number) => number,
): [number, number] | null {
  const loaders = files.map((): number[] => [])
  const isLoaded = files.map(() => new Uint8Array(pages.length))
  for (const [page, of] of loaded.entries())
    for (const file of of) {
      loaders[file]?.push(page)
      ;(isLoaded[file] as Uint8Array)[page] = 1
    }
  const saved = pages.map(
    ({ weight }, page) => weight * requestChars * ((loaded[page]?.size ?? 0) > fewFiles ? beyondFactor : 1),
  )
  // no pair is worth more than each of its files could save
  const most = loaders.map((of) => of.reduce((sum, page) => sum + (saved[page] as number), 0))
  const order = [...reach.keys()].sort((a, b) => (most[b] as number) - (most[a] as number))
  let best: [number, number] | null = null
  let worthOfBest = 0
  for (let first = 0; first < order.length; first++) {
    for (let second = first + 1; second < order.length; second++) {
      const [x, y] = [order[first] as number, order[second] as number]
      if ((most[y] as number) < worthOfBest) break
      const [a, b] = x < y ? [x, y] : [y, x]
      const [ofA, loadA] = [loaders[a] as number[], isLoaded[a] as Uint8Array]
      const [ofB, loadB] = [loaders[b] as number[], isLoaded[b] as Uint8Array]
      let worth = 0
      for (const page of ofA) if (loadB[page]) worth += saved[page] as number
      if (worth < worthOfBest) continue
      for (const page of ofA) if (!loadB[page] && worth >= worthOfBest) worth -= extra(page, b)
      for (const page of ofB) if (!loadA[page] && worth >= worthOfBest) worth -= extra(page, a)
      // of equal pairs the first, whatever the order of the search
      const isBetter =
        best && worth === worthOfBest ? a < best[0] || (a === best[0] && b < best[1]) : worth > worthOfBest
      const isPair = isBetter && files[a]?.isEarly === files[b]?.isEarly && !wouldCircle(a, b, files, reach)
      if (isPair) [worthOfBest, best] = [worth, [a, b]]
    }
  }
  return best
}

function wouldCircle(
  a: number,
  b: number,
  files: readonly (File | null)[],
  reach: ReadonlyMap<number, ReadonlySet<number>>,
): boolean {
  const leads = (from: number, to: number) =>
    [...(files[from]?.imports ?? [])].some((each) => each !== to && reach.get(each)?.has(to))
  return leads(a, b) || leads(b, a)
}

function merge([a, b]: [number, number], files: (File | null)[]): void {
  const [into, from] = [files[a] as File, files[b] as File]
  into.modules.push(...from.modules)
  into.size += from.size
  for (const each of from.imports) into.imports.add(each)
  files[b] = null
  for (const file of files) if (file?.imports.delete(b)) file.imports.add(a)
  into.imports.delete(a)
}

function reachOf(number: number, files: readonly (File | null)[]): Set<number> {
  const all = new Set([number])
  for (const each of all) for (const imported of files[each]?.imports ?? []) all.add(imported)
  return all
}

function reachable(id: string, modules: ReadonlyMap<string, Module>): Set<string> {
  const all = new Set([id])
  for (const each of all) for (const imported of modules.get(each)?.imports ?? []) all.add(imported)
  return all
}

/** After its largest part of the app, else its largest module, for readers of network logs. */
function nameOf({ modules }: File, parts: readonly string[]): string {
  const own = modules.filter(({ id }) => parts.includes(id))
  const [largest] = (own.length > 0 ? own : modules).toSorted(
    (a, b) => b.size - a.size || (a.id < b.id ? -1 : 1),
  )
  const [folder, file] =
    largest?.id
      .replace(/(\.\w+)?(\?.*)?$/, '')
      .split('/')
      .slice(-2) ?? []
  return (own.length > 0 ? `${file}` : `${folder}-${file}`).replaceAll(/[^\w-]/g, '')
}
