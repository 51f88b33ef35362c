import type { Plugin, Rolldown } from 'vite'
import { paths } from '#domain/paths.ts'

/** The modules of pages that people open first, from an address or a mail, with the shell around them. */
const modules: Readonly<Record<string, readonly string[]>> = {
  [paths.home]: ['portal/patient-shell', 'portal/home'],
  [paths.pay]: ['portal/patient-shell', 'portal/pay'],
  [paths.learn]: ['portal/patient-shell', 'portal/learn'],
  [paths.profile]: ['portal/patient-shell', 'portal/profile'],
  [paths.clinic]: ['clinic/clinic-shell', 'clinic/today/dashboard'],
  [paths.members]: ['clinic/clinic-shell', 'clinic/members'],
  [paths.messages]: ['clinic/clinic-shell', 'clinic/inbox'],
  [paths.clinicMoney]: ['clinic/clinic-shell', 'clinic/money'],
}

/** Writes the files of these pages, besides the entry's, to `route-files.json`: the server preloads them in the HTML. */
export function routeFiles(): Plugin {
  return {
    name: 'carefold:route-files',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
      const withImports = (fileName: string, found: Set<string>): Set<string> => {
        if (found.has(fileName)) return found
        found.add(fileName)
        for (const each of byName.get(fileName)?.imports ?? []) withImports(each, found)
        return found
      }
      const entry = chunks.find(({ isEntry }) => isEntry)
      if (!entry) return this.error('the entry is missing')
      const filesOf = (module: string) => {
        const chunk = chunkOf(module, chunks) ?? this.error(`${module} is in no file`)
        return [...withImports(chunk.fileName, new Set())]
      }
      const ofApp = withImports(entry.fileName, new Set(filesOf('app')))
      const files = Object.entries(modules).map(([path, names]) => [
        path,
        [...new Set(names.flatMap((name) => filesOf(`routes/${name}`)))].filter((file) => !ofApp.has(file)),
      ])
      this.emitFile({
        type: 'asset',
        fileName: 'route-files.json',
        source: JSON.stringify(Object.fromEntries(files)),
      })
    },
  }
}

/** Requests the app's files with the entry, which runs before they have arrived (web/main.ts). */
export function preloadApp(): Plugin {
  return {
    name: 'carefold:preload-app',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk')
        const app = chunkOf('app', chunks)
        const files = app ? [app.fileName, ...app.imports] : []
        return files
          .filter((file) => !chunks.some(({ fileName, isEntry }) => isEntry && fileName === file))
          .map((file) => ({
            ...{ tag: 'link', injectTo: 'head' as const },
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          }))
      },
    },
  }
}

/** The file with a module of the web app, named without ending. */
function chunkOf(module: string, chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk | undefined {
  return chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/web/${module}.tsx`)))
}
