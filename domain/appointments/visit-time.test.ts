import { expect, it } from 'vitest'
import { dayHeading, shortWhen, visitSpan, visitWhen } from './visit-time.ts'

const visit = {
  startsAt: '2026-03-16T13:00:00Z',
  endsAt: '2026-03-16T13:30:00Z',
  timeZone: 'America/New_York',
  date: '2026-03-16',
}
const plain = (text: string) => text.replaceAll(/\s/g, ' ')

it('shows the clinic’s time, with its zone if the reader’s clock differs', () => {
  expect(plain(visitWhen(visit, 'America/New_York'))).toBe('Monday, March 16, 2026 at 9:00 AM')
  expect(plain(visitWhen(visit, 'Europe/Paris'))).toBe('Monday, March 16, 2026 at 9:00 AM EDT')
  expect(plain(visitSpan(visit, 'America/New_York'))).toBe('9:00 AM – 9:30 AM')
  expect(plain(visitSpan(visit, 'Europe/Paris'))).toBe('9:00 AM – 9:30 AM EDT')
})

// spec: B2.15 A day is headed with Today or the full date
it('heads a day with Today or the full date', () => {
  expect(dayHeading('2026-03-16', '2026-03-16')).toBe('Today')
  // no line break between month, day and year
  expect(dayHeading('2026-03-17', '2026-03-16')).toBe('Tuesday, March\u00A017,\u00A02026')
})

it('shortens a visit of this year, and names another year', () => {
  const visit = { date: '2026-11-26', startsAt: '2026-11-26T15:00:00Z', timeZone: 'America/New_York' }
  expect(plain(shortWhen(visit, '2026-11-24', 'America/New_York'))).toBe('Thu, Nov 26, 10:00 AM')
  expect(plain(shortWhen(visit, '2027-01-04', 'America/New_York'))).toBe('Thu, Nov 26, 2026, 10:00 AM')
})
