import type { Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { sharedFiles } from './web-chunks.ts'

/** Modules by id: who imports them, and who does so on demand. */
type Graph = Record<string, { importers?: string[]; dynamicImporters?: string[]; isEntry?: boolean }>

function fileOf(module: string, graph: Graph): unknown {
  const [group] = sharedFiles().groups ?? []
  const getModuleInfo = (id: string) => ({
    importers: [],
    dynamicImporters: [],
    isEntry: false,
    ...graph[id],
  })
  const context = { getModuleInfo } as unknown as Rolldown.ChunkingContext
  return typeof group?.name === 'function' ? group.name(module, context) : group?.name
}

const main = { '/web/main.tsx': { isEntry: true } }
const pages = (area: string, count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      `/web/routes/${area}/${n}.tsx`,
      { dynamicImporters: ['/web/main.tsx'] },
    ]),
  )

test('what the entry reaches is the app, also through others', () => {
  const graph = {
    ...main,
    '/web/root.tsx': { importers: ['/web/main.tsx'] },
    '/web/x.ts': { importers: ['/web/root.tsx', '/web/routes/clinic/0.tsx'] },
  }
  expect(fileOf('/web/x.ts', graph)).toBe('app')
})

test.each([
  [{ clinic: 4 }, 'clinic'],
  [{ portal: 2, clinic: 2 }, 'patient-clinic'],
  [{ join: 1, access: 3 }, 'access-visitor'],
  // few: beside them
  [{ clinic: 3 }, null],
])('what pages of %j share is in %s', (users, file) => {
  const parts = Object.assign({}, ...Object.entries(users).map(([area, count]) => pages(area, count)))
  const graph = { ...main, ...parts, '/web/shared.ts': { importers: Object.keys(parts) } }
  expect(fileOf('/web/shared.ts', graph)).toBe(file)
})

test.each([
  ['/node_modules/@radix-ui/react-dropdown-menu/dist/index.mjs', 'menus'],
  ['/node_modules/@radix-ui/react-dialog/dist/index.mjs', 'dialogs'],
  ['/node_modules/react-hook-form/dist/index.mjs', 'forms'],
  ['/domain/phones.ts', 'phone-numbers'],
])('%s is in %s', (module, file) => {
  expect(
    fileOf(module, { ...main, [module]: { importers: ['/web/routes/clinic/0.tsx'] }, ...pages('clinic', 1) }),
  ).toBe(file)
})
