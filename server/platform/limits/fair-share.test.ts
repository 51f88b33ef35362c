import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFairShare, type FairShareOptions } from './fair-share.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const full = new Error('no place')
const shareOf = (options: Partial<FairShareOptions> = {}) =>
  createFairShare({
    atOnce: 3,
    atOncePerKey: 2,
    waitingPerKey: 2,
    waiting: 3,
    longestWaitMs: 1_000,
    refuse: () => full,
    ...options,
  })

/** Work that the test completes, and that records its start. */
function worksOf(share: ReturnType<typeof shareOf>) {
  const began: string[] = []
  const ends = new Map<string, () => void>()
  const start = (key: string, name: string) => {
    const done = share.run(key, async () => {
      began.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
      return name
    })
    done.catch(() => undefined)
    return done
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { began, start, end }
}

describe('a fair share', () => {
  it('limits one key to its part and leaves the rest to others', async () => {
    const { began, start, end } = worksOf(shareOf())
    start('a', 'a1')
    start('a', 'a2')
    start('a', 'a3')
    start('b', 'b1')
    start('c', 'c1')
    expect(began).toEqual(['a1', 'a2', 'b1'])
    await end('b1')
    // a3 came first, but its key already has its part
    expect(began).toEqual(['a1', 'a2', 'b1', 'c1'])
    await end('a1')
    expect(began).toEqual(['a1', 'a2', 'b1', 'c1', 'a3'])
  })

  it('limits waiting work, of one key and in all', async () => {
    const { start } = worksOf(shareOf({ atOnce: 1, atOncePerKey: 1 }))
    start('a', 'a1')
    start('a', 'a2')
    start('a', 'a3')
    await expect(start('a', 'a4')).rejects.toBe(full)
    start('b', 'b1')
    await expect(start('c', 'c1')).rejects.toBe(full)
  })

  it('times out waiting work, and gives its place to the next', async () => {
    const { began, start, end } = worksOf(shareOf({ atOnce: 1, atOncePerKey: 1 }))
    start('a', 'a1')
    const late = start('b', 'b1')
    await vi.advanceTimersByTimeAsync(999)
    start('c', 'c1')
    await vi.advanceTimersByTimeAsync(1)
    await expect(late).rejects.toBe(full)
    await end('a1')
    expect(began).toEqual(['a1', 'c1'])
  })

  it('frees the place of failed work', async () => {
    const share = shareOf({ atOnce: 1, atOncePerKey: 1 })
    await expect(
      share.run('a', async () => {
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    await expect(share.run('a', async () => 1)).resolves.toBe(1)
  })
})
