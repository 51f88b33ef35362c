import { expect, it } from 'vitest'
import { createPreloader, preloadPlan } from './preloader.ts'

// spec: B9 Up to three slides either side are preloaded, 50, 150 and 300 ms apart
it('plans up to three slides on either side, by priority, 50, 150 and 300 ms apart', () => {
  expect(preloadPlan(5, 20).map(({ index, priority, delayMs }) => [index, priority, delayMs])).toEqual([
    [5, 'critical', 0],
    [6, 'high', 50],
    [4, 'high', 50],
    [7, 'medium', 150],
    [3, 'medium', 150],
    [8, 'low', 300],
    [2, 'low', 300],
  ])
})

it.each([
  [0, 20, [0, 1, 19, 2, 18, 3, 17]],
  [0, 1, [0]],
  [0, 2, [0, 1]],
  [1, 4, [1, 2, 0, 3]],
])('wraps around the ends and plans each slide once: slide %i of %i', (current, total, indexes) => {
  expect(preloadPlan(current, total).map(({ index }) => index)).toEqual(indexes)
})

function begin() {
  let waits: { run(): void; delayMs: number }[] = []
  const loading = new Map<number, () => void>()
  const order: [number, string][] = []
  const preloader = createPreloader({
    load(index, priority) {
      order.push([index, priority])
      return new Promise((done) => loading.set(index, done))
    },
    wait(run, delayMs) {
      const one = { run, delayMs }
      waits.push(one)
      return () => {
        waits = waits.filter((each) => each !== one)
      }
    },
  })
  return {
    preloader,
    order,
    loading,
    pass(delayMs: number) {
      for (const one of waits.filter((each) => each.delayMs <= delayMs)) {
        waits = waits.filter((each) => each !== one)
        one.run()
      }
    },
    async finish(index: number) {
      loading.get(index)?.()
      loading.delete(index)
      await new Promise((done) => setTimeout(done, 0))
    },
  }
}

// spec: B7 The first slide is loaded first, and at most two at once
it('loads the first slide at once, and at most two at a time', async () => {
  const { preloader, order, loading, pass, finish } = begin()
  preloader.show(0, 20)
  expect(order).toEqual([[0, 'critical']])
  pass(49)
  expect(order).toHaveLength(1)
  pass(50)
  expect(order).toEqual([
    [0, 'critical'],
    [1, 'high'],
  ])
  pass(300)
  expect(loading.size).toBe(2)
  await finish(0)
  expect(order.at(-1)).toEqual([19, 'high'])
  await finish(1)
  expect(order.at(-1)).toEqual([2, 'medium'])
  expect(loading.size).toBe(2)
})

it('drops the plan of another slide, and loads nothing twice', async () => {
  const { preloader, order, pass, finish } = begin()
  preloader.show(0, 20)
  pass(50)
  preloader.show(10, 20)
  await finish(0)
  await finish(1)
  pass(50)
  await finish(10)
  await finish(11)
  preloader.show(0, 20)
  const indexes = order.map(([index]) => index)
  expect(indexes.slice(0, 4)).toEqual([0, 1, 10, 11])
  expect(new Set(indexes).size).toBe(indexes.length)
  preloader.stop()
  pass(300)
  expect(order).toHaveLength(indexes.length)
})
