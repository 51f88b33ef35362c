import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

const mostFiles = 30
const lists = ['db/migrations', 'docs/decisions', 'domain/texts']

it('a folder has at most 30 files', () => {
  const sizes = new Map<string, number>()
  for (const file of files) sizes.set(dirname(file), (sizes.get(dirname(file)) ?? 0) + 1)
  const large = [...sizes].filter(([folder, size]) => size > mostFiles && !lists.includes(folder))
  expect(large).toEqual([])
})

const mostLines = 400
/** Tables: one row a case, a text or an example, which no reader reads from top to bottom. */
const tables = [
  /\.test\.tsx?$/,
  /\.spec\.ts$/,
  /generated/,
  /^domain\/texts\//,
  /^conformance\/rest\/cases\//,
  /^db\/tests\/catalog-checks\.ts$/,
  /^db\/tests\/tenant-escape\/expectations\.ts$/,
  /^server\/features\/programs\/example-programs\.ts$/,
]

it('a file of code has at most 400 lines', () => {
  const code = files.filter((file) => /\.tsx?$/.test(file) && !tables.some((table) => table.test(file)))
  expect(code.length).toBeGreaterThan(1_500)
  const long = code.filter((file) => readFileSync(root + file, 'utf8').split('\n').length - 1 > mostLines)
  expect(long).toEqual([])
})

it('the platform names no table of the schema public', () => {
  const types = readFileSync(`${root}db/types.generated.ts`, 'utf8')
  const tables = [...types.matchAll(/^ {2}'([a-z_]+)': \w+$/gm)].map(([, name = '']) => name)
  expect(tables).toContain('patients')
  const query = new RegExp(
    `\\b(?:selectFrom|insertInto|updateTable|deleteFrom|\\w+Join)\\(\\s*\\[?['"](?:public\\.)?(?:${tables.join('|')})\\b|\\b(?:from|join|into|update) public\\.\\w`,
  )
  const platform = files.filter((file) => /^server\/platform\/.*(?<!\.test)\.ts$/.test(file))
  expect(platform.length).toBeGreaterThan(50)
  expect(platform.filter((file) => query.test(readFileSync(root + file, 'utf8')))).toEqual([])
})
