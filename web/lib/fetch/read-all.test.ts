import { expect, test } from 'vitest'
import { readAll } from './read-all.ts'

function aTable(count: number) {
  const pages: [number, number][] = []
  return {
    pages,
    read: async (from: number, to: number) => {
      pages.push([from, to])
      const data = Array.from(
        { length: Math.max(0, Math.min(count, to + 1) - from) },
        (_, index) => from + index,
      )
      return { data, error: null }
    },
  }
}

test('reads pages until one is not full', async () => {
  const table = aTable(2_500)
  expect(await readAll(table.read)).toHaveLength(2_500)
  expect(table.pages).toEqual([
    [0, 999],
    [1000, 1999],
    [2000, 2999],
  ])
})

test('reads an empty page after a full last page', async () => {
  const table = aTable(1_000)
  expect(await readAll(table.read)).toHaveLength(1_000)
  expect(table.pages).toHaveLength(2)
})

test('fails if a page fails', async () => {
  const failure = new Error('not now')
  await expect(readAll(async () => ({ data: null, error: failure }))).rejects.toBe(failure)
})
