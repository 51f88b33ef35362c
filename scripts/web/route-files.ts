import type { Plugin } from 'vite'
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
      const ofEntry = withImports(entry.fileName, new Set())
      const filesOf = (module: string) => {
        const chunk = chunks.find(({ moduleIds }) =>
          moduleIds.some((id) => id.endsWith(`/web/routes/${module}.tsx`)),
        )
        if (!chunk) return this.error(`${module} is in no file`)
        return [...withImports(chunk.fileName, new Set())]
      }
      const files = Object.entries(modules).map(([path, names]) => [
        path,
        [...new Set(names.flatMap(filesOf))].filter((file) => !ofEntry.has(file)),
      ])
      this.emitFile({
        type: 'asset',
        fileName: 'route-files.json',
        source: JSON.stringify(Object.fromEntries(files)),
      })
    },
  }
}
