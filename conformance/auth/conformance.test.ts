import { afterAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '#testing/database/database.ts'
import { fastHasher } from '#testing/database/fast-hasher.ts'
import { families } from './cases/index.ts'
import { runCase } from './run-case.ts'
import { openWorld } from './world.ts'

const world = await openWorld({ database: (await openTestDatabase()).database, hasher: fastHasher })
afterAll(() => world.close())

describe.each(families)('$name', ({ cases }) => {
  it.each(cases)('$name', async (given) => {
    expect(await runCase(world, given)).toEqual([])
  })
})

it('no two cases of a family have the same name', () => {
  const names = families.flatMap(({ name, cases }) => cases.map((given) => `${name}: ${given.name}`))
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
