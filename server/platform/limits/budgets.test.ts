import { beforeEach, describe, expect, it } from 'vitest'
import { createBudgets } from './budgets.ts'

let ms = 0
const now = () => ms
beforeEach(() => {
  ms = 0
})

describe('a budget', () => {
  it('holds a burst, and regains units over time', () => {
    const budgets = createBudgets({ burst: 3, perSecond: 2 }, now)
    expect([1, 2, 3, 4].map(() => budgets.take('a'))).toEqual([0, 0, 0, 1])
    expect(budgets.take('b')).toBe(0)
    ms += 499
    expect(budgets.take('a')).toBe(1)
    ms += 1
    expect(budgets.take('a')).toBe(0)
    expect(budgets.take('a')).toBe(1)
    ms += 60_000
    expect([1, 2, 3, 4].map(() => budgets.take('a'))).toEqual([0, 0, 0, 1])
  })

  it('is charged for several at once as a whole or not at all', () => {
    const budgets = createBudgets({ burst: 10, perSecond: 2 }, now)
    expect([budgets.take('a', 8), budgets.take('a', 8)]).toEqual([0, 3])
    expect(budgets.take('a', 2)).toBe(0)
    ms += 4_000
    expect(budgets.take('a', 8)).toBe(0)
  })

  it('may be overdrawn by costly work, down to a bound', () => {
    const budgets = createBudgets({ burst: 10, perSecond: 1 }, now)
    budgets.charge('a', 1_000_000)
    expect(budgets.take('a')).toBe(11)
    ms += 11_000
    expect(budgets.take('a')).toBe(0)
  })

  it('bounds its memory for ten thousand keys, without forgetting overdrawn ones', () => {
    const budgets = createBudgets({ burst: 2, perSecond: 1 }, now)
    for (let n = 0; n < 5_000; n += 1) budgets.take(`before ${n}`)
    ms += 10_000
    budgets.charge('flood', 1_000)
    for (let n = 0; n < 9_000; n += 1) budgets.take(`after ${n}`)
    expect(budgets.take('flood')).toBeGreaterThan(0)
  })
})
