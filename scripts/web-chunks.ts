import type { Plugin, Rolldown } from 'vite'

/** Who loads a part of the app: parts of one area share files. */
const areas: [area: string, routes: RegExp][] = [
  ['access', /\/web\/routes\/access\//],
  ['visitor', /\/web\/routes\/(join|public)\//],
  ['patient', /\/web\/routes\/portal\//],
  ['clinic', /\/web\/routes\/(clinic|settings|lessons|appointments|dashboard)/],
]

/** Libraries of some weight that only some pages of an area use. An earlier one may import a later one. */
const libraries: [file: string, modules: RegExp][] = [
  // with what asks for phone numbers
  [
    'phone-numbers',
    /\/(libphonenumber-js|domain\/(phones|profiles|feedback)|web\/features\/(profiles|feedback))[/.]/,
  ],
  ['forms', /\/(react-hook-form|@hookform|@standard-schema)\//],
  [
    'menus',
    /\/(@floating-ui|@radix-ui\/(rect|react-(arrow|collection|direction|dropdown-menu|menu|popover|popper|roving-focus|tabs|tooltip|use-rect|use-size|visually-hidden)))\//,
  ],
  [
    'dialogs',
    /\/(@radix-ui|aria-hidden|get-nonce|react-remove-scroll|react-remove-scroll-bar|tslib|use-callback-ref|use-sidecar|style-singleton\.ts)/,
  ],
]

/** What so few parts share stays beside them: everybody else of their areas would load it for nothing. */
const few = 3
/** Parts that few people open: what others hardly share is not shared because of them. */
const rare = /\/web\/routes\/family\//

/**
 * Names the file of a module that several parts of the app use (`output.codeSplitting` of Rolldown). Left alone, each set
 * of parts gets a file of its own, and a page of the clinic asks for 135 of them. Here it is one for each set of areas:
 * half a page's requests are worth the tenth of its bytes that it does not need (docs/performance.md 4).
 *
 * What a module imports is used by all parts that use the module, so that files import in one direction only.
 */
export function sharedFiles(): Rolldown.CodeSplittingOptions {
  const partsOf = memoizedParts()
  return {
    groups: [
      {
        debugName: 'by area',
        includeDependenciesRecursively: false,
        name(id, graph) {
          const parts = partsOf(id, graph)
          if (parts.some((part) => graph.getModuleInfo(part)?.isEntry)) return 'app'
          const library = libraries.find(([, modules]) => modules.test(id))
          if (library) return library[0]
          if (parts.filter((part) => !rare.test(part)).length <= few) return null
          const users = areas.filter(([, routes]) => parts.some((part) => routes.test(part)))
          return users.map(([area]) => area).join('-') || null
        },
      },
    ],
  }
}

/** The parts that load a module: the entry, and what is imported on demand. */
function memoizedParts() {
  const known = new Map<string, string[]>()
  return (id: string, graph: Rolldown.ChunkingContext): string[] => {
    const parts = known.get(id) ?? partsThatLoad(id, graph)
    known.set(id, parts)
    return parts
  }
}

function partsThatLoad(id: string, graph: Rolldown.ChunkingContext): string[] {
  const users = new Set([id])
  for (const user of users)
    for (const importer of graph.getModuleInfo(user)?.importers ?? []) users.add(importer)
  return [...users].filter((user) => {
    const info = graph.getModuleInfo(user)
    return info && (info.isEntry || info.dynamicImporters.length > 0)
  })
}

/** Fails a build whose files import each other in a circle: which of them runs first would depend on the page. */
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
