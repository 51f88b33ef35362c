// The tenant-escape matrix of docs/threats.md T1: every table of the catalog x every actor x four verbs x whose row
// it is.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/database/database.ts'
import { type Cell, installTry, readGrants, tryEverything } from './attempts.ts'
import { type ActorName, actorNames, expectations, isExpected, verbs } from './expectations.ts'
import { SampleRows } from './rows.ts'
import { readTables, type Table } from './tables.ts'
import { makeWorld } from './world.ts'

let db: TestDatabase
let tables: Table[]
const cells: (Cell & { actor: ActorName })[] = []

beforeAll(async () => {
  db = await openTestDatabase()
  const world = await makeWorld(db)
  tables = await readTables(db)
  const samples = new SampleRows(db, world)
  const rows = await samples.create(tables)
  await installTry(db)
  const given = { db, world, samples, grants: await readGrants(db) }
  for (const actor of actorNames) {
    for (const cell of await tryEverything(given, actor, rows)) cells.push({ actor, ...cell })
  }
})
afterAll(() => db.close())

it('every table has an expectation, and every expectation a table', () => {
  expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(expectations).sort())
})

describe.each(Object.keys(expectations))('%s', (name) => {
  it.each(verbs)('%s reaches what is expected and nothing else', (verb) => {
    const tried = cells.filter((cell) => cell.table === name && cell.verb === verb)
    const actual = tried.filter((cell) => cell.isReached)
    const expected = tried.filter(({ actor, reach }) => isExpected(name, actor, verb, reach))
    const lines = (some: typeof cells) => [...new Set(some.map(({ actor, reach }) => `${actor}: ${reach}`))]
    expect(lines(actual)).toEqual(lines(expected))
  })
})

it('tried thousands of cells', () => {
  expect(cells.length).toBeGreaterThan(5000)
})
