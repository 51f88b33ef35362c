import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createOverloadGuard, type OverloadGuard } from './overload.ts'

let guard: OverloadGuard
const options = { targetMs: 50, standsMs: 500, strictMs: 2_000, longestQueue: 3, writePatience: 4 }
beforeEach(() => {
  vi.useFakeTimers()
  guard = createOverloadGuard(options, undefined, () => Date.now())
})
afterEach(() => {
  guard.close()
  vi.useRealTimers()
})

describe('an overloaded process', () => {
  it('lets a burst wait, and refuses once a queue persists', () => {
    const done = guard.waits()
    vi.advanceTimersByTime(400)
    expect(guard.isOverloaded()).toBe(false)
    vi.advanceTimersByTime(200)
    expect(guard.isOverloaded()).toBe(true)
    done()
    expect(guard.isOverloaded()).toBe(false)
  })

  it('forgets a queue that has emptied in between', () => {
    const first = guard.waits()
    vi.advanceTimersByTime(400)
    first()
    vi.advanceTimersByTime(20)
    guard.waits()
    vi.advanceTimersByTime(400)
    expect(guard.isOverloaded()).toBe(false)
  })

  it('refuses the next queue at once, until there was none for a while', () => {
    const first = guard.waits()
    vi.advanceTimersByTime(600)
    expect(guard.isOverloaded()).toBe(true)
    first()
    const second = guard.waits()
    vi.advanceTimersByTime(60)
    expect(guard.isOverloaded()).toBe(true)
    second()
    vi.advanceTimersByTime(3_000)
    guard.waits()
    vi.advanceTimersByTime(60)
    expect(guard.isOverloaded()).toBe(false)
  })

  it('refuses requests behind a long queue at once', () => {
    const queue = [guard.waits(), guard.waits(), guard.waits()]
    expect(guard.isOverloaded()).toBe(true)
    queue[0]?.()
    expect(guard.isOverloaded()).toBe(false)
  })

  it('measures the longest wait', () => {
    guard.waits()
    vi.advanceTimersByTime(600)
    guard.waits()()
    expect(guard.isOverloaded()).toBe(true)
  })

  it('refuses signed-in users only when they wait themselves, for twice as long', () => {
    guard.waits()
    vi.advanceTimersByTime(2_000)
    expect([guard.isOverloaded(), guard.isOverloadedByPeople()]).toEqual([true, false])
    const done = guard.waits(true)
    vi.advanceTimersByTime(600)
    expect(guard.isOverloadedByPeople()).toBe(false)
    vi.advanceTimersByTime(500)
    expect(guard.isOverloadedByPeople()).toBe(true)
    done()
    expect([guard.isOverloaded(), guard.isOverloadedByPeople()]).toEqual([true, false])
  })

  it('lets writes wait longer, for a disk that stalls', () => {
    const done = guard.waits(true, true)
    vi.advanceTimersByTime(1_900)
    expect([guard.isOverloaded(), guard.isOverloadedByPeople()]).toEqual([false, false])
    vi.advanceTimersByTime(200)
    expect([guard.isOverloaded(), guard.isOverloadedByPeople()]).toEqual([true, false])
    vi.advanceTimersByTime(2_000)
    expect(guard.isOverloadedByPeople()).toBe(true)
    done()
    expect([guard.isOverloaded(), guard.isOverloadedByPeople()]).toEqual([false, false])
  })

  it('refuses signed-in users at once behind a long queue of their own', () => {
    for (let visitor = 0; visitor < 9; visitor += 1) guard.waits()
    expect(guard.isOverloadedByPeople()).toBe(false)
    const people = [guard.waits(true), guard.waits(true), guard.waits(true)]
    expect(guard.isOverloadedByPeople()).toBe(true)
    people[0]?.()
    expect(guard.isOverloadedByPeople()).toBe(false)
  })

  it('detects that its event loop is late', () => {
    let now = 0
    const late = createOverloadGuard(options, undefined, () => now)
    for (let turn = 0; turn < 10; turn += 1) {
      // each turn of the loop takes 100 ms, and only then does the timer run
      now += 100
      vi.advanceTimersByTime(20)
    }
    now += 100
    expect([late.isOverloaded(), late.isOverloadedByPeople()]).toEqual([true, false])
    vi.advanceTimersByTime(20)
    expect(late.isOverloaded()).toBe(false)
    late.close()
  })
})
