import { describe, expect, it } from 'vitest'
import { createRecent } from './recent.ts'

function aRecent(most?: number) {
  const clock = { now: 100 }
  const recent = createRecent(most, () => clock.now)
  const later = () => {
    clock.now += 1
  }
  return { recent, later }
}

describe('what was announced since a mark', () => {
  it('is returned for the requested key, each topic once', () => {
    const { recent, later } = aRecent()
    recent.begin()
    later()
    recent.add('ann', 'before')
    later()
    const mark = recent.mark()
    for (const topic of ['tasks', 'notices', 'tasks']) recent.add('ann', topic)
    recent.add('ben', 'messages')
    expect(recent.since(mark, 'ann')).toEqual(['tasks', 'notices'])
    expect(recent.since(mark, 'cleo')).toEqual([])
  })

  it('is unknown without a mark, with a mark of another process, and with an invalid one', () => {
    const { recent } = aRecent()
    recent.begin()
    const other = aRecent().recent
    other.begin()
    for (const mark of [null, other.mark(), '', 'x', `${recent.mark()?.split(' ')[0]} x`])
      expect(recent.since(mark, 'ann')).toBeNull()
  })

  it('is unknown before listening begins, and across a time in which something may be lost', () => {
    const { recent, later } = aRecent()
    expect(recent.mark()).toBeNull()
    recent.begin()
    later()
    const mark = recent.mark()
    expect(recent.since(mark, 'ann')).toEqual([])
    later()
    recent.begin()
    expect(recent.since(mark, 'ann')).toBeNull()
  })

  it('is unknown once discarded', () => {
    const { recent, later } = aRecent(4)
    recent.begin()
    const marks = Array.from({ length: 5 }, (_, number) => {
      later()
      const mark = recent.mark()
      later()
      recent.add('ann', `topic ${number}`)
      return mark
    })
    expect(marks.map((mark) => recent.since(mark, 'ann')?.length ?? null)).toEqual([null, null, 3, 2, 1])
  })
})
