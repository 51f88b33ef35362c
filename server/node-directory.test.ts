import { expect, it } from 'vitest'
import { createNodeDirectory } from './node-directory.ts'

function aDirectory() {
  const asked: string[] = []
  const nodeOf = new Map<string, string>([['harbor', 'app2']])
  const state = { now: 0, isDown: false }
  const directory = createNodeDirectory(
    async (clinic) => {
      asked.push(clinic)
      if (state.isDown) throw new Error('down')
      return nodeOf.get(clinic) ?? null
    },
    () => state.now,
  )
  return { directory, asked, nodeOf, state }
}

it('asks once a minute, and once for requests at the same time', async () => {
  const { directory, asked, state } = aDirectory()
  const both = [directory.nodeOf('harbor'), directory.nodeOf('harbor')]
  expect(await Promise.all([...both, directory.nodeOf('sunrise')])).toEqual(['app2', 'app2', null])
  state.now = 59_999
  expect(await directory.nodeOf('harbor')).toBe('app2')
  expect(asked).toEqual(['harbor', 'sunrise'])
  state.now = 60_001
  await directory.nodeOf('harbor')
  expect(asked).toEqual(['harbor', 'sunrise', 'harbor'])
})

it('asks again after a doubt, at most once a second', async () => {
  const { directory, asked, nodeOf, state } = aDirectory()
  await directory.nodeOf('harbor')
  nodeOf.set('harbor', 'app3')
  state.now = 500
  directory.doubt('harbor')
  expect(await directory.nodeOf('harbor')).toBe('app2')
  state.now = 1_000
  directory.doubt('harbor')
  expect(await directory.nodeOf('harbor')).toBe('app3')
  expect(asked).toHaveLength(2)
})

it('uses an answer of the last hour while the first node is down', async () => {
  const { directory, state } = aDirectory()
  await directory.nodeOf('harbor')
  Object.assign(state, { isDown: true, now: 3_599_999 })
  expect(await directory.nodeOf('harbor')).toBe('app2')
  await expect(directory.nodeOf('sunrise')).rejects.toThrow('down')
  state.now = 3_600_000
  await expect(directory.nodeOf('harbor')).rejects.toThrow('down')
})

it('caches 10,000 addresses', async () => {
  const { directory, asked } = aDirectory()
  await directory.nodeOf('harbor')
  for (let n = 0; n < 10_000; n += 1) await directory.nodeOf(`clinic-${n}`)
  expect(directory.known('harbor')).toBeNull()
  await directory.nodeOf('harbor')
  expect(asked).toHaveLength(10_002)
})
