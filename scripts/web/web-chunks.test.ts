import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { root } from '../check/tool.ts'
import { namedRoutes, sharedFiles } from './web-chunks.ts'

type Graph = Record<string, { imports?: string[]; late?: string[]; by?: string[]; lateBy?: string[] }>

function filesOf(graph: Graph): (id: string) => unknown {
  const getModuleInfo = (id: string) => {
    const { imports = [], late = [], by = [], lateBy = [] } = graph[id] ?? {}
    return {
      ...{ importedIds: imports, dynamicallyImportedIds: late, importers: by, dynamicImporters: lateBy },
      ...{ code: '/* long */ code', isEntry: id === '/web/main.ts' },
    }
  }
  const [group] = sharedFiles().groups ?? []
  return (id) =>
    typeof group?.name === 'function' &&
    group.name(id, { getModuleInfo } as unknown as Rolldown.ChunkingContext)
}

test('modules are planned from the entry, whichever is requested first', () => {
  const fileOf = filesOf({
    '/web/main.ts': { imports: ['/web/session.ts'], late: ['/web/app.tsx'] },
    '/web/session.ts': { by: ['/web/main.ts'] },
    '/web/app.tsx': {
      ...{ imports: ['/web/root.tsx'], late: ['/web/routes/access/login.tsx'], lateBy: ['/web/main.ts'] },
    },
    '/web/root.tsx': { by: ['/web/app.tsx'] },
    '/web/routes/access/login.tsx': { imports: ['/web/form.tsx'], lateBy: ['/web/app.tsx'] },
    '/web/form.tsx': { by: ['/web/routes/access/login.tsx'] },
  })
  expect(fileOf('/web/form.tsx')).toBe(fileOf('/web/routes/access/login.tsx'))
  expect(['/web/session.ts', '/web/root.tsx', '/web/app.tsx'].map(fileOf)).toEqual(['entry', 'app', 'app'])
})

test('React, which only unused exports of the query library lead to, is no part of the entry', () => {
  const query = '/node_modules/@tanstack/react-query/build/modern'
  const fileOf = filesOf({
    '/web/main.ts': { imports: [`${query}/index.js`], late: ['/web/app.tsx'] },
    [`${query}/index.js`]: {
      ...{ imports: [`${query}/queryOptions.js`, `${query}/useQuery.js`], by: ['/web/main.ts'] },
    },
    [`${query}/queryOptions.js`]: { by: [`${query}/index.js`] },
    [`${query}/useQuery.js`]: { imports: ['/node_modules/react/index.js'], by: [`${query}/index.js`] },
    '/node_modules/react/index.js': { by: [`${query}/useQuery.js`] },
    '/web/app.tsx': { imports: ['/node_modules/react/index.js'], lateBy: ['/web/main.ts'] },
  })
  expect(fileOf(`${query}/queryOptions.js`)).toBe('entry')
  expect([`${query}/useQuery.js`, '/node_modules/react/index.js'].map(fileOf)).toEqual(['app', 'app'])
})

const readings: Graph = {
  '/web/main.ts': { imports: ['/web/routes/opening-reads.ts'], late: ['/web/app.tsx'] },
  '/web/routes/opening-reads.ts': {
    ...{ late: ['/web/routes/portal/home-reads.ts'], by: ['/web/main.ts'] },
  },
  '/web/app.tsx': {
    ...{ imports: ['/web/button.tsx'], late: ['/web/routes/portal/home.tsx'], lateBy: ['/web/main.ts'] },
  },
  '/web/routes/portal/home-reads.ts': {
    ...{ imports: ['/web/visits.ts'], by: ['/web/routes/portal/home.tsx'] },
  },
  '/web/visits.ts': { by: ['/web/routes/portal/home-reads.ts'] },
  '/web/routes/portal/home.tsx': {
    ...{ imports: ['/web/routes/portal/home-reads.ts', '/web/visits.ts'], lateBy: ['/web/app.tsx'] },
  },
  '/web/button.tsx': { by: ['/web/app.tsx'] },
}

test('the reads of a page are in a file without its components', () => {
  const fileOf = filesOf(readings)
  expect(fileOf('/web/visits.ts')).toBe(fileOf('/web/routes/portal/home-reads.ts'))
  expect(fileOf('/web/routes/portal/home.tsx')).not.toBe(fileOf('/web/visits.ts'))
})

test('the reads of a page need no module of the app', () => {
  const fileOf = filesOf({
    ...readings,
    '/web/visits.ts': { imports: ['/web/button.tsx'], by: ['/web/routes/portal/home-reads.ts'] },
  })
  expect(() => fileOf('/web/visits.ts')).toThrow(
    '/web/visits.ts runs before the app, and needs /web/button.tsx',
  )
})

test('every named page and part exists, so that none loses its weight when it moves', () => {
  expect(namedRoutes().filter((name) => !existsSync(join(root, `web/routes/${name}.tsx`)))).toEqual([])
})
