import { expect, it } from 'vitest'
import { saveProgramInput } from './programs.ts'

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
