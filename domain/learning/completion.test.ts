import { describe, expect, it } from 'vitest'
import type { ContentBody } from '../content/body.ts'
import { emptyBody } from '../content/body.ts'
import { advance, hasSeenEnough, isConfirmed, mayComplete, type Progress } from './completion.ts'
import type { PlayedPart } from './played.ts'

const video = { ...emptyBody('video'), durationSeconds: 100 } as ContentBody
const seen = (farthest: number, ...watched: PlayedPart[]) => ({ farthest, watched })

describe('enough of it was seen', () => {
  it('an article at nine tenths of its length', () => {
    expect(hasSeenEnough(emptyBody('article'), seen(0.89))).toBe(false)
    expect(hasSeenEnough(emptyBody('article'), seen(0.9))).toBe(true)
  })

  it('a video once nine tenths were played, not after a jump there', () => {
    expect(hasSeenEnough(video, seen(100, [0, 30], [95, 100]))).toBe(false)
    expect(hasSeenEnough(video, seen(89, [0, 89]))).toBe(false)
    expect(hasSeenEnough(video, seen(90, [0, 90]))).toBe(true)
    // In any order, but each part counts once.
    expect(hasSeenEnough(video, seen(100, [50, 100], [0, 45]))).toBe(true)
    expect(hasSeenEnough(video, seen(100, [0, 50], [0, 50], [10, 50]))).toBe(false)
  })

  it('a file and a picture once they are open; their reader confirms them', () => {
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

it('an embedded video is completed by confirmation', () => {
  const elsewhere = { ...video, embed: { provider: 'vimeo', id: '76979871' } } as ContentBody
  expect(isConfirmed(elsewhere)).toBe(true)
  expect(hasSeenEnough(elsewhere, seen(0))).toBe(true)
})

it('so is a video of unknown length', () => {
  const unmeasured = emptyBody('video')
  expect(isConfirmed(unmeasured)).toBe(true)
  expect(hasSeenEnough(unmeasured, seen(0))).toBe(true)
})

it('only content that completes by being seen may complete from progress', () => {
  const after = (seconds: number) => mayComplete(video, seen(100, [0, seconds]))
  expect([89, 90].map(after)).toEqual([false, true])
  expect([0.9, 1].map((share) => mayComplete(emptyBody('presentation'), seen(share)))).toEqual([false, true])
  expect(mayComplete(emptyBody('article'), seen(1))).toBe(false)
  expect(mayComplete(emptyBody('video'), seen(1))).toBe(false)
})

const report = (position: number, watched: PlayedPart[] = [], inSight = 0) => ({
  position,
  seen: inSight,
  watched,
})

it('a third of a video counts as a third, in any order', () => {
  let place: Progress = seen(0)
  // Five seconds of every fifteen.
  for (let at = 0; at < 100; at += 15)
    place = { ...place, ...advance('video', place, report(at + 5, [[at, at + 5]])) }
  expect(place.farthest).toBe(95)
  expect(hasSeenEnough(video, place)).toBe(false)
  expect(place.watched).toHaveLength(7)
})

it('counts what was visible of a page, but not of a video', () => {
  expect(advance('article', seen(0), report(0.6, [[0, 9]], 1))).toEqual({ farthest: 1, watched: [] })
  expect(advance('video', seen(0), report(5, [[0, 5]], 1))).toEqual({ farthest: 5, watched: [[0, 5]] })
})
