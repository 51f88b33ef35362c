import { expect, it, vi } from 'vitest'
import { noShowsOf, openVisitsOf, type PersonVisit } from './person-visit-queries.ts'

// before the imports: some modules read the page's URL
vi.hoisted(() => {
  vi.stubGlobal('location', new URL('http://localhost/members'))
  vi.stubGlobal('document', { cookie: '' })
})

const visit = (id: string, status: PersonVisit['status'], date: string) =>
  ({ id, status, date }) as PersonVisit

/** The latest first, as the query returns them. */
const visits = [
  visit('canceled ahead', 'canceled', '2026-12-09'),
  visit('later', 'upcoming', '2026-12-03'),
  visit('next', 'requested', '2026-11-26'),
  visit('without an outcome', 'upcoming', '2026-11-20'),
  visit('missed', 'no_show', '2026-11-17'),
  visit('came', 'completed', '2026-11-10'),
  visit('missed a year ago', 'no_show', '2025-11-24'),
]

it('plans the visits without an outcome, the earliest first', () => {
  expect(openVisitsOf(visits).map(({ id }) => id)).toEqual(['without an outcome', 'next', 'later'])
})

it('counts the no-shows among the visits with an outcome', () => {
  expect(noShowsOf(visits)).toEqual({ count: 2, of: 3, last: '2026-11-17' })
  expect(noShowsOf(visits.filter(({ status }) => status !== 'no_show'))).toBeNull()
})
