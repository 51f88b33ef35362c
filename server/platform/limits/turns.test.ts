import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'

/** The first work holds the place until all have queued. */
async function orderOf(asked: [group: string, member: string, name: string][]): Promise<string> {
  const turns = createTurns()
  const order: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = turns.run(['first', 'first'], () => promise)
  const all = asked.map(([group, member, name]) =>
    turns.run([group, member], async () => {
      order.push(name)
    }),
  )
  resolve()
  await Promise.all([first, ...all])
  return order.join(' ')
}

it('one member’s work delays another group’s work by at most one piece', async () => {
  const flood = Array.from({ length: 5 }, (_, at) => ['a', 'ada', `a${at}`] as [string, string, string])
  expect(await orderOf([...flood, ['b', 'bob', 'b0'], ['b', 'bob', 'b1']])).toBe('a0 b0 a1 b1 a2 a3 a4')
})

it('two members of a group alternate, and their group has one turn in two', async () => {
  const asked: [string, string, string][] = [
    ['a', 'ada', 'ada0'],
    ['a', 'ada', 'ada1'],
    ['a', 'ada', 'ada2'],
    ['a', 'eve', 'eve0'],
    ['b', 'bob', 'bob0'],
    ['b', 'bob', 'bob1'],
  ]
  expect(await orderOf(asked)).toBe('ada0 bob0 eve0 bob1 ada1 ada2')
})

it('runs one piece at a time, in order for one member', async () => {
  const turns = createTurns()
  let running = 0
  let most = 0
  const done = await Promise.all(
    [1, 2, 3].map((each) =>
      turns.run(['a', 'ada'], async () => {
        most = Math.max(most, ++running)
        await Promise.resolve()
        running -= 1
        return each
      }),
    ),
  )
  expect([done, most]).toEqual([[1, 2, 3], 1])
})

it('continues after failed work', async () => {
  const turns = createTurns()
  const failing = turns.run(['a', 'ada'], async () => {
    throw new Error('no')
  })
  const next = turns.run(['a', 'ada'], async () => 1)
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe(1)
  expect(await turns.run(['b', 'bob'], async () => 2)).toBe(2)
})
