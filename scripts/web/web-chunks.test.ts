import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { root } from '../check/tool.ts'
import { namedRoutes, sharedFiles } from './web-chunks.ts'

test('modules are planned from the entry, whichever is requested first', () => {
  const graph: Record<string, { imports?: string[]; late?: string[]; by?: string[]; lateBy?: string[] }> = {
    '/web/main.tsx': { imports: ['/web/root.tsx'], late: ['/web/routes/access/login.tsx'] },
    '/web/root.tsx': { by: ['/web/main.tsx'] },
    '/web/routes/access/login.tsx': { imports: ['/web/form.tsx'], lateBy: ['/web/main.tsx'] },
    '/web/form.tsx': { by: ['/web/routes/access/login.tsx'] },
  }
  const getModuleInfo = (id: string) => {
    const { imports = [], late = [], by = [], lateBy = [] } = graph[id] ?? {}
    return {
      ...{ importedIds: imports, dynamicallyImportedIds: late, importers: by, dynamicImporters: lateBy },
      ...{ code: '/* long */ code', isEntry: id === '/web/main.tsx' },
    }
  }
  const [group] = sharedFiles().groups ?? []
  const fileOf = (id: string) =>
    typeof group?.name === 'function' &&
    group.name(id, { getModuleInfo } as unknown as Rolldown.ChunkingContext)
  expect(fileOf('/web/form.tsx')).toBe(fileOf('/web/routes/access/login.tsx'))
  expect(fileOf('/web/root.tsx')).toBe('app')
})

test('every named page and part exists, so that none loses its weight when it moves', () => {
  expect(namedRoutes().filter((name) => !existsSync(join(root, `web/routes/${name}.tsx`)))).toEqual([])
})
