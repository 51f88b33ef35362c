import { expect, it } from 'vitest'
import { assignmentState } from './assignments.ts'
import { assignLessonInput } from './inputs.ts'

const id = '0197a3f0-0000-4000-8000-000000000001'

it('assigns to people or to a plan, never to both or neither', () => {
  const isTaken = (input: object) => assignLessonInput.safeParse({ itemId: id, ...input }).success
  expect(isTaken({ patientIds: [id] })).toBe(true)
  expect(isTaken({ planId: id })).toBe(true)
  expect(isTaken({})).toBe(false)
  expect(isTaken({ patientIds: [id], planId: id })).toBe(false)
})

it('refuses a due date that does not exist', () => {
  const due = (dueOn: string) => assignLessonInput.safeParse({ itemId: id, patientIds: [id], dueOn }).success
  expect(['2026-12-01', ''].every(due)).toBe(true)
  expect(['2026-02-30', 'tomorrow', '2026-1-1'].some(due)).toBe(false)
})

it('is overdue on the day after its due date, unless completed or withdrawn', () => {
  const now = new Date('2026-03-10T12:00:00Z')
  const open = { completedAt: null, withdrawnAt: null, opensAt: '2026-03-01T00:00:00Z', dueOn: '2026-03-10' }
  const state = (some: object, today = '2026-03-11') => assignmentState({ ...open, ...some }, now, today)
  expect(state({}, '2026-03-10')).toBe('open')
  expect(state({})).toBe('overdue')
  expect(state({ dueOn: null })).toBe('open')
  expect(state({ completedAt: '2026-03-09T00:00:00Z' })).toBe('completed')
  expect(state({ withdrawnAt: '2026-03-09T00:00:00Z' })).toBe('withdrawn')
  expect(state({ opensAt: '2026-03-12T00:00:00Z' })).toBe('waiting')
})
