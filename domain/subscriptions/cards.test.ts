import { expect, it } from 'vitest'
import { cardState, expiringMonths } from './cards.ts'

const may = { month: 5, year: 2027 }

it.each([
  ['2027-05-01T23:59:59Z', 'good'],
  ['2027-05-02T00:00:00Z', 'expires soon'],
  ['2027-05-31T23:59:59Z', 'expires soon'],
  ['2027-06-01T00:00:00Z', 'expired'],
] as const)('a card of 05/2027 on %s: %s', (at, state) => {
  expect(cardState(may, new Date(at))).toBe(state)
})

it('a search by month finds every card that expires soon', () => {
  for (let day = 0; day < 800; day++) {
    const now = new Date(Date.UTC(2027, 0, 1 + day, 5))
    const all = Array.from({ length: 40 }, (_, index) => ({
      month: (index % 12) + 1,
      year: 2027 + Math.floor(index / 12),
    }))
    expect(expiringMonths(now)).toEqual(all.filter((card) => cardState(card, now) === 'expires soon'))
  }
})
