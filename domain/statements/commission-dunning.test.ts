import { expect, it } from 'vitest'
import { commissionDunning, dueAt, isStopped, nextAttemptAt, stopsAt } from './commission-dunning.ts'

const firstAt = new Date('2026-04-01T13:00:00Z')
const days = (count: number) => new Date(firstAt.getTime() + count * 24 * 60 * 60 * 1000)

it('retries the card on fixed days, the last time within the grace', () => {
  expect(nextAttemptAt({ firstAt, lastAt: firstAt, code: 'card_declined' })).toEqual(days(3))
  // A late attempt does not shift the later ones.
  expect(nextAttemptAt({ firstAt, lastAt: days(4), code: 'card_declined' })).toEqual(days(8))
  expect(nextAttemptAt({ firstAt, lastAt: days(8), code: null })).toEqual(days(13))
  expect(nextAttemptAt({ firstAt, lastAt: days(13), code: null })).toBeNull()
  expect(Math.max(...commissionDunning.retryOnDays)).toBeLessThan(commissionDunning.graceDays)
})

it('does not retry a card that will be refused again', () => {
  expect(nextAttemptAt({ firstAt, lastAt: firstAt, code: 'lost_card' })).toBeNull()
})

it('stops new members exactly two weeks after the first failure', () => {
  expect(stopsAt(firstAt)).toEqual(days(14))
  expect(isStopped(firstAt, new Date(days(14).getTime() - 1))).toBe(false)
  expect(isStopped(firstAt, days(14))).toBe(true)
  expect(isStopped(null, days(100))).toBe(false)
  expect(dueAt(firstAt)).toEqual(days(7))
})
