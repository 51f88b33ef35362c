import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { anchorsOf, brokenCitations, findBrokenCitations, missingFiles } from './citations.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

it('each decision has a unique number, which its title repeats', () => {
  const numbers = readdirSync(`${root}docs/decisions`).map((name) => name.slice(0, 4))
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
  for (const name of readdirSync(`${root}docs/decisions`)) {
    const title = readFileSync(`${root}docs/decisions/${name}`, 'utf8')
    expect(title.startsWith(`# ${Number(name.slice(0, 4))}. `), name).toBe(true)
  }
})

describe('citations', () => {
  it('lead somewhere in the whole repository', () => {
    expect(findBrokenCitations()).toEqual([])
  })

  it.each([
    'docs/contracts/auth.md 3.1, D8',
    'docs/domain-rules.md rule 12, choice 3, goal 9',
    'docs/specification.md A4, B2.6',
    'docs/decisions/0016',
    'ARCHITECTURE.md "Where rules are enforced"',
    'the answer (docs/contracts/auth.md\n * D18): alike for both',
    'RFC 7519 section 4.1',
  ])('may read %s', (text) => {
    expect(brokenCitations('server/example.ts', text)).toEqual([])
  })

  it.each([
    ['docs/nothing.md 3', 'docs/nothing.md'],
    ['docs/contracts/auth.md 3.77', 'docs/contracts/auth.md 3.77'],
    ['docs/contracts/auth.md 3.1, D99', 'docs/contracts/auth.md D99'],
    ['docs/domain-rules.md rule 99', 'docs/domain-rules.md rule 99'],
    ['(docs/threats.md\n * T99)', 'docs/threats.md T99'],
    ['docs/decisions/9999', 'docs/decisions/9999'],
    ['ARCHITECTURE.md "No such heading"', 'ARCHITECTURE.md "No such heading"'],
    ['auth-contract.md 3.1', 'auth-contract.md'],
    ['payments.md section 9', 'payments.md'],
    ['seed 1, section 4', 'seed 1'],
    ['see ../shared/design/style.md', '../shared/design/style.md'],
    ['as decision 20 says', 'decision 20'],
    ['docs/decisions/0004-two-clocks.md', 'docs/decisions/0004-two-clocks'],
    ['alike for everybody (D6)', '(D6)'],
  ])('may not read %s', (text, cites) => {
    expect(brokenCitations('server/example.ts', text).map((broken) => broken.cites)).toEqual([cites])
  })
})

it('a document offers its headings, its marked rows, and the rows below a heading of their kind', () => {
  const document = [
    '## 1. Rules',
    '| 1 | whole cents |',
    '2. In order.',
    '## 2. Where we differ',
    '| **D1** | mail |',
    '| 1 | no rule |',
    '### 2.1. Words',
  ].join('\n')
  const anchors = [...anchorsOf(document)]
  expect(anchors).toEqual(expect.arrayContaining(['1', 'rule 1', 'rule 2', 'D1', '2', '2.1', '"Words"']))
  expect(anchors).not.toContain('1.1')
})

it('a document names only files that are there', () => {
  const text =
    '`scripts/checks/citations{,.test}.ts`, `scripts/*.ts`, `bench/NAME.ts`, [style](STYLE.md), `scripts/none.ts`, [no](no.md), `scripts/checks/citations.ts` with its test, `scripts/migrate.ts` with its test'
  expect(missingFiles('README.md', text).map(({ cites }) => cites)).toEqual([
    'scripts/none.ts',
    'scripts/migrate.test.ts',
    'no.md',
  ])
})

it('a superseded decision may name files that are gone', () => {
  const text = '# 1. Once\n\nSuperseded by docs/decisions/0155.\n\n`scripts/none.ts`'
  expect(missingFiles('docs/decisions/0001-once.md', text)).toEqual([])
})
