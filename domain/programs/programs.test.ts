import { expect, it } from 'vitest'
import { saveProgramInput, sessionDay } from './programs.ts'

const session = { id: null, title: 'One', description: '', itemId: null, slidesItemId: null }
const program = {
  programId: null,
  version: 0,
  title: 'Sleep',
  description: '',
  category: 'Wellness',
  emoji: '😴',
  start: 'rolling',
  startsOn: '',
  intervalDays: 7,
  planIds: [],
  sessions: [session],
}
const problem = (changed: object) =>
  saveProgramInput.safeParse({ ...program, ...changed }).error?.issues[0]?.message

it('needs a day to start on where everybody starts together, and a session', () => {
  expect(problem({})).toBeUndefined()
  expect(problem({ start: 'fixed' })).toBe('Please enter the day of the first session.')
  expect(problem({ start: 'fixed', startsOn: '2026-12-01' })).toBeUndefined()
  expect(problem({ sessions: [] })).toBe('Please add a session.')
  expect(problem({ intervalDays: 91 })).toBe('Please enter 0 to 90 days.')
})

it('counts days on the calendar, over the change of clocks, months and years', () => {
  expect(sessionDay('2026-03-01', 0, 7)).toBe('2026-03-01')
  expect(sessionDay('2026-03-01', 2, 7)).toBe('2026-03-15')
  expect(sessionDay('2026-12-28', 1, 7)).toBe('2027-01-04')
  expect(sessionDay('2028-02-28', 1, 1)).toBe('2028-02-29')
})
