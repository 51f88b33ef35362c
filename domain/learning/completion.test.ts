import { describe, expect, it } from 'vitest'
import type { ContentBody } from '../content/body.ts'
import { emptyBody } from '../content/body.ts'
import { advance, hasSeenEnough, isConfirmed, mayComplete } from './completion.ts'

const video = { ...emptyBody('video'), durationSeconds: 100 } as ContentBody
const seen = (farthest: number, watchedSeconds = 0) => ({ farthest, watchedSeconds })

describe('enough was in sight', () => {
  it('of an article at nine tenths of its length', () => {
    expect(hasSeenEnough(emptyBody('article'), seen(0.89))).toBe(false)
    expect(hasSeenEnough(emptyBody('article'), seen(0.9))).toBe(true)
  })

  it('of a video once nine tenths were played, not once somebody jumped there', () => {
    expect(hasSeenEnough(video, seen(100, 30))).toBe(false)
    expect(hasSeenEnough(video, seen(89, 89))).toBe(false)
    expect(hasSeenEnough(video, seen(90, 90))).toBe(true)
  })

  it('of a file and a picture as soon as they are open; their reader confirms them', () => {
    for (const type of ['pdf', 'image'] as const) {
      expect(hasSeenEnough(emptyBody(type), seen(0))).toBe(true)
      expect(isConfirmed(emptyBody(type))).toBe(true)
    }
    expect(isConfirmed(emptyBody('article'))).toBe(true)
    expect(isConfirmed(video)).toBe(false)
  })
})

it('a presentation is completed by reaching its last slide', () => {
  expect(hasSeenEnough(emptyBody('presentation'), seen(0.9))).toBe(false)
  expect(hasSeenEnough(emptyBody('presentation'), seen(1))).toBe(true)
  expect(isConfirmed(emptyBody('presentation'))).toBe(false)
})

it('a video that plays elsewhere is confirmed by whoever saw it', () => {
  const elsewhere = { ...video, embed: { provider: 'vimeo', id: '76979871' } } as ContentBody
  expect(isConfirmed(elsewhere)).toBe(true)
  expect(hasSeenEnough(elsewhere, seen(0))).toBe(true)
})

it('so is one whose length nobody measured', () => {
  const unmeasured = emptyBody('video')
  expect(isConfirmed(unmeasured)).toBe(true)
  expect(hasSeenEnough(unmeasured, seen(0))).toBe(true)
})

it('a place near the end may have completed what is completed by being seen', () => {
  expect([89, 90].map((second) => mayComplete(video, second))).toEqual([false, true])
  expect([0.9, 1].map((share) => mayComplete(emptyBody('presentation'), share))).toEqual([false, true])
  expect(mayComplete(emptyBody('article'), 1)).toBe(false)
  expect(mayComplete(emptyBody('video'), 1)).toBe(false)
})

it('played time is the sum of short steps forward: a jump and the way back count nothing', () => {
  let place = { position: 0, ...seen(0) }
  for (const position of [5, 10, 60, 65, 20, 25]) place = { position, ...advance('video', place, position) }
  expect(place).toEqual({ position: 25, farthest: 65, watchedSeconds: 20 })
})

it('what came into sight counts for a page, and not for a video', () => {
  const start = { position: 0, ...seen(0) }
  expect(advance('article', start, 0.6, 1).farthest).toBe(1)
  expect(advance('video', start, 5, 1).farthest).toBe(5)
})
