import { expect, test } from 'vitest'
import { type Module, planFiles } from './chunk-plan.ts'

type Graph = Record<string, { imports?: string[]; late?: string[]; size?: number }>

const big = 200_000

/** Each part is a separate page. */
function filesOf(graph: Graph, frames: Record<string, string[]> = {}): string[][] {
  const modules = Object.entries(graph).map(
    ([id, { imports = [], late = [], size = 1_000 }]): Module => ({
      ...{ id, imports, late, size },
      isEntry: id === 'main',
    }),
  )
  const files = Map.groupBy(
    planFiles(modules, (part) => ({ with: frames[part] ?? [], weight: 1 })),
    ([, file]) => file,
  )
  return [...files.values()].map((named) => named.map(([id]) => id).sort()).sort()
}

test('what the entry reaches is in one file', () => {
  const plan = planFiles(
    [
      { id: 'main', imports: ['/lib/router.ts'], late: ['/page.tsx'], size: 10, isEntry: true },
      { id: '/lib/router.ts', imports: [], late: [], size: 10, isEntry: false },
      { id: '/page.tsx', imports: ['/lib/router.ts'], late: [], size: big, isEntry: false },
    ],
    () => ({ with: [], weight: 1 }),
  )
  expect(plan.get('/lib/router.ts')).toBe('app')
  expect(plan.get('/page.tsx')).not.toBe('app')
})

test('small things that the same pages need are one file, large ones that only one needs are not', () => {
  const graph = {
    main: { late: ['home', 'list'] },
    home: { imports: ['button', 'card'] },
    list: { imports: ['button', 'card', 'grid'] },
    button: {},
    card: {},
    grid: { size: big },
  }
  expect(filesOf(graph)).toEqual([['button', 'card', 'home'], ['grid', 'list'], ['main']])
})

test('a large library that another page does not need stays separate from modules that both need', () => {
  const files = filesOf({
    main: { late: ['home', 'editor'] },
    home: { imports: ['shared'], size: big },
    editor: { imports: ['shared', 'library'], size: big },
    shared: { size: big },
    library: { size: big },
  })
  expect(files).toContainEqual(['shared'])
  expect(files).toContainEqual(['editor', 'library'])
})

test('a page and the frame around it, which is loaded with it, become one file where nothing else has the frame', () => {
  const graph = { main: { late: ['frame', 'page'] }, frame: { size: 5_000 }, page: { size: 5_000 } }
  expect(filesOf(graph, { page: ['frame'] })).toEqual([['frame', 'page'], ['main']])
  expect(filesOf(graph)).toEqual([['frame'], ['main'], ['page']])
})

test('a module that runs early shares no file with one that waits for others', () => {
  const plan = planFiles(
    [
      { id: 'main', imports: [], late: ['reads', 'page'], size: 10, isEntry: true },
      { id: 'reads', imports: ['query'], late: [], size: 10, isEntry: false, isEarly: true },
      { id: 'query', imports: [], late: [], size: 10, isEntry: false, isEarly: true },
      { id: 'page', imports: ['reads', 'card'], late: [], size: 10, isEntry: false },
      { id: 'card', imports: [], late: [], size: 10, isEntry: false },
    ],
    () => ({ with: [], weight: 1 }),
  )
  expect(plan.get('query')).toBe(plan.get('reads'))
  expect(plan.get('card')).toBe(plan.get('page'))
  expect(plan.get('page')).not.toBe(plan.get('reads'))
})

test('files never import each other in a circle', () => {
  // x needs a and b; b needs a through middle, which y needs as well
  const graph: Graph = {
    main: { late: ['x', 'y', 'z'] },
    x: { imports: ['a', 'b'] },
    y: { imports: ['middle'] },
    z: { imports: ['a'] },
    b: { imports: ['middle'] },
    middle: { imports: ['a'], size: big },
    a: {},
  }
  const modules = Object.entries(graph).map(
    ([id, { imports = [], late = [], size = 1_000 }]): Module => ({
      ...{ id, imports, late, size },
      isEntry: id === 'main',
    }),
  )
  const file = planFiles(modules, () => ({ with: [], weight: 1 }))
  const leads = (from: string, seen: string[] = []): string[] =>
    modules
      .filter(({ id }) => file.get(id) === from)
      .flatMap(({ imports }) => imports.map((id) => file.get(id) ?? ''))
      .filter((to) => to !== from && !seen.includes(to))
      .flatMap((to) => [to, ...leads(to, [...seen, from])])
  for (const name of new Set(file.values())) expect(leads(name)).not.toContain(name)
})

test('the same modules give the same files, in any order', () => {
  const graph = {
    main: { late: ['one', 'two', 'three'] },
    one: { imports: ['p', 'q'] },
    two: { imports: ['q', 'r'] },
    three: { imports: ['r', 'p'] },
    ...{ p: { size: 3_000 }, q: { size: 4_000 }, r: { size: 5_000 } },
  }
  expect(filesOf(Object.fromEntries(Object.entries(graph).reverse()))).toEqual(filesOf(graph))
})
