import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const library = 'lucide-react'

/**
 * Imports each icon from its own module. The library's entry imports all icons, so every icon would be in the file that all
 * pages load (scripts/web/web-chunks.ts).
 */
export function importIconsByName(): Plugin {
  let files: ReadonlyMap<string, string> | null = null
  return {
    name: 'carefold:import-icons-by-name',
    // in development the library is one file, bundled before the first request
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/web\/.*\.tsx?$/, code: `from '${library}'` },
      handler(code) {
        files ??= filesOfIcons()
        return { code: withIconsByName(code, files), map: null }
      },
    },
  }
}

/** @throws for a name that is no icon */
export function withIconsByName(code: string, files: ReadonlyMap<string, string>): string {
  return code.replace(/^import \{([^}]+)\} from 'lucide-react'/gm, (_all, names: string) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => {
        // without braces, which would leave an import of the whole library behind
        if (name.startsWith('type ')) return `import type { ${name.slice(5)} } from '${library}'`
        const [icon = '', as = icon] = name.split(/\s+as\s+/)
        const file = files.get(icon)
        if (!file) throw new Error(`${library} has no icon ${icon}`)
        return `import ${as} from '${library}/icons/${file}'`
      })
      // on one line, so that line numbers stay the same
      .join('; '),
  )
}

export function filesOfIcons(): Map<string, string> {
  const entry = createRequire(import.meta.url)
    .resolve(library)
    .replace('/cjs/lucide-react.js', '/esm/lucide-react.mjs')
  const files = new Map<string, string>()
  for (const [, names = '', file = ''] of readFileSync(entry, 'utf8').matchAll(
    /^export \{([^}]+)\} from '\.\/icons\/([\w-]+)\.mjs'/gm,
  ))
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, file)
  return files
}
