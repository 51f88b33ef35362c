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
      return { weight: use.weight, roots: new Set(ids.map((id) => fileOf.get(id) as number)) }
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
  roots: Set<number>
}

function join(files: (File | null)[], pages: readonly Page[], app: number | undefined): void {
  const numbers = () => [...files.keys()].filter((number) => number !== app && files[number])
  for (;;) {
    const reach = new Map(numbers().map((number) => [number, reachOf(number, files)]))
    const loaded = pages.map(({ roots }) => {
      const all = new Set<number>()
      for (const root of roots) for (const each of reach.get(root) ?? []) all.add(each)
      return all
    })
    const best = bestPair(numbers(), files, pages, loaded, reach)
    if (!best) return
    merge(best, files, pages)
  }
}

function bestPair(
  numbers: number[],
  files: readonly (File | null)[],
  pages: readonly Page[],
  loaded: readonly Set<number>[],
  reach: ReadonlyMap<number, ReadonlySet<number>>,
): [number, number] | null {
  let best: [number, number] | null = null
  let most = 0
  const isLoaded = numbers.map((number) => Uint8Array.from(pages, (_, page) => +!!loaded[page]?.has(number)))
  const loaders = isLoaded.map((flags) => [...flags.keys()].filter((page) => flags[page]))
  const saved = pages.map(
    ({ weight }, page) => weight * requestChars * ((loaded[page]?.size ?? 0) > fewFiles ? beyondFactor : 1),
  )
  // what a page would load besides: of few of the many pairs, so determined when asked for
  const extras = numbers.map(() => new Float64Array(pages.length).fill(-1))
  const extra = (page: number, index: number) => {
    const known = extras[index] as Float64Array
    if (known[page] === -1) {
      let size = 0
      for (const each of reach.get(numbers[index] as number) ?? [])
        if (!loaded[page]?.has(each)) size += files[each]?.size ?? 0
      known[page] = (pages[page]?.weight ?? 0) * size
    }
    return known[page] as number
  }
  for (const [indexOfA, a] of numbers.entries()) {
    const [ofA, loadA] = [loaders[indexOfA] as number[], isLoaded[indexOfA] as Uint8Array]
    for (let indexOfB = indexOfA + 1; indexOfB < numbers.length; indexOfB++) {
      const [ofB, loadB] = [loaders[indexOfB] as number[], isLoaded[indexOfB] as Uint8Array]
      let worth = 0
      for (const page of ofA) if (loadB[page]) worth += saved[page] as number
      if (worth <= most) continue
      for (const page of ofA) if (!loadB[page]) worth -= extra(page, indexOfB)
      for (const page of ofB) if (!loadA[page]) worth -= extra(page, indexOfA)
      const b = numbers[indexOfB] as number
      const isPair = files[a]?.isEarly === files[b]?.isEarly
      if (worth > most && isPair && !wouldCircle(a, b, files, reach)) [most, best] = [worth, [a, b]]
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

function merge([a, b]: [number, number], files: (File | null)[], pages: readonly Page[]): void {
  const [into, from] = [files[a] as File, files[b] as File]
  into.modules.push(...from.modules)
  into.size += from.size
  for (const each of from.imports) into.imports.add(each)
  files[b] = null
  for (const file of files) if (file?.imports.delete(b)) file.imports.add(a)
  into.imports.delete(a)
  for (const { roots } of pages) if (roots.delete(b)) roots.add(a)
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
