import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { allPromises, coverageDocument, promisesIn, specificationSections } from './spec-coverage.ts'

const document = fileURLToPath(new URL('../../docs/spec-coverage.md', import.meta.url))

test('docs/spec-coverage.md is the generated document', () => {
  const committed = readFileSync(document, 'utf8')
  expect(committed).toBe(coverageDocument(allPromises(), committed))
})

test('every section of the specification has a promise with a test', () => {
  const covered = new Set(allPromises().map(({ section }) => section))
  expect(specificationSections().map(([section]) => section)).toContain('B2.14')
  expect(specificationSections().filter(([section]) => !covered.has(section))).toEqual([])
})

test('several annotations belong to the test below them', () => {
  const source = "// spec: A1 One\n  // spec: A2 Two\n  it('works', () => {})"
  expect(promisesIn('x.test.ts', source)).toEqual([
    { section: 'A1', promise: 'One', file: 'x.test.ts', test: 'works' },
    { section: 'A2', promise: 'Two', file: 'x.test.ts', test: 'works' },
  ])
})

test('the title of a table of cases is the one after the table', () => {
  const source = "// spec: A1 One\nit.each<[string, () => void]>([\n  ['a)', '('],\n])('reads %s', () => {})"
  expect(promisesIn('x.test.ts', source)[0]?.test).toBe('reads %s')
})

test.each([
  ['the end of the file', '// spec: A1 One\n'],
  ['another statement', "// spec: A1 One\nconst a = 1\nit('works', () => {})"],
  ['an empty line', "// spec: A1 One\n\nit('works', () => {})"],
  ['a test without a written title', '// spec: A1 One\nit(name, () => {})'],
  ['a section that is none', "// spec: C1 One\nit('works', () => {})"],
])('an annotation above %s fails', (_what, source) => {
  expect(() => promisesIn('x.test.ts', source)).toThrow('no test with a title follows')
})
