import { expect, test } from 'vitest'
import { setupChecklist } from './setup-checklist.ts'

test('the checklist is complete once every step is done', () => {
  const done = { profile: true, payouts: true, plan: true, 'join-page': true, 'first-patient': false }
  expect(setupChecklist(done)).toEqual({
    steps: [
      { key: 'profile', isDone: true },
      { key: 'payouts', isDone: true },
      { key: 'plan', isDone: true },
      { key: 'join-page', isDone: true },
      { key: 'first-patient', isDone: false },
    ],
    isComplete: false,
  })
  expect(setupChecklist({ ...done, 'first-patient': true }).isComplete).toBe(true)
})
