import { expect, it } from 'vitest'
import { saveProgramInput } from './inputs.ts'
import { sessionAt } from './programs.ts'

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

it('requires a session, and a start date if all patients start together', () => {
  expect(problem({})).toBeUndefined()
  expect(problem({ start: 'fixed' })).toBe('Please enter the day of the first session.')
  expect(problem({ start: 'fixed', startsOn: '2026-12-01' })).toBeUndefined()
  expect(problem({ sessions: [] })).toBe('Please add a session.')
  expect(problem({ intervalDays: 91 })).toBe('Please enter 0 to 90 days.')
})

it('a visit covers the first open session that is not completed, else the last open one', () => {
  const lesson = (session: string, day: number, isCompleted: boolean) => ({
    session,
    opensAt: `2026-03-${day}T08:00:00+00:00`,
    isCompleted,
  })
  const lessons = [lesson('three', 24, false), lesson('one', 10, true), lesson('two', 17, false)]
  const on = (day: number, some = lessons) => sessionAt(some, `2026-03-${day}T15:00:00+00:00`)?.session
  expect(on(20)).toBe('two')
  expect(on(30)).toBe('two')
  expect(on(12)).toBe('one')
  expect(on(30, [lesson('one', 10, true), lesson('two', 17, true)])).toBe('two')
  expect(sessionAt(lessons, '2026-03-01T15:00:00+00:00')).toBeNull()
})
