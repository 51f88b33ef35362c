import { expect, test } from 'vitest'
import { type DeskVisit, deskDay, nextDay } from './desk-day.ts'

const now = new Date('2026-11-24T15:00:00Z')

function visit(startsAt: string, rest: Partial<DeskVisit> = {}): DeskVisit {
  const endsAt = new Date(Date.parse(startsAt) + 30 * 60_000).toISOString()
  return { status: 'upcoming', date: startsAt.slice(0, 10), startsAt, endsAt, startedAt: null, ...rest }
}

test('the day is divided into done, open, current and ahead, each in order of time', () => {
  const later = visit('2026-11-24T19:00:00Z')
  const begun = visit('2026-11-24T14:45:00Z')
  const forgotten = visit('2026-11-24T13:00:00Z')
  const missed = visit('2026-11-24T14:00:00Z', { status: 'no_show' })
  const finishedEarly = visit('2026-11-24T15:30:00Z', { status: 'completed' })
  expect(deskDay([later, finishedEarly, begun, forgotten, missed], now)).toEqual({
    done: [missed, finishedEarly],
    open: [forgotten],
    current: [begun],
    ahead: [later],
  })
})

test('a started visit is current before its planned begin and after its planned end', () => {
  const long = visit('2026-11-24T13:00:00Z', { startedAt: '2026-11-24T13:05:00Z' })
  const early = visit('2026-11-24T15:30:00Z', { startedAt: '2026-11-24T14:55:00Z' })
  expect(deskDay([long, early], now).current).toEqual([long, early])
})

test('the next day is the first later one with visits', () => {
  const tuesday = visit('2026-11-24T13:00:00Z')
  const friday = visit('2026-11-27T13:00:00Z')
  const thursday = [visit('2026-11-26T13:00:00Z'), visit('2026-11-26T15:00:00Z')]
  expect(nextDay([friday, tuesday, ...thursday.toReversed()], '2026-11-24')).toEqual(thursday)
  expect(nextDay([tuesday], '2026-11-24')).toEqual([])
})
