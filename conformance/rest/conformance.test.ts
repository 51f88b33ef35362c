import { afterAll, describe, expect, it } from 'vitest'
import { families } from './cases/index.ts'
import { runExample } from './run-example.ts'
import { openWorld } from './world.ts'

const world = await openWorld()
afterAll(() => world.close())

describe.each(families)('$name', ({ examples }) => {
  it.each(Object.entries(examples))('%s', async (_promise, example) => {
    expect(await runExample(world, example)).toEqual([])
  })
})
