import { expect, test } from 'vitest'
import { setupChecklist } from './setup-checklist.ts'

const done = {
  profile: true,
  'second-step': true,
  payouts: true,
  plan: true,
  'join-page': true,
  'first-patient': false,
}

test('the checklist is complete once every step is done', () => {
  expect(setupChecklist(done, true)).toEqual({
    steps: [
      { key: 'profile', isDone: true },
      { key: 'second-step', isDone: true },
      { key: 'payouts', isDone: true },
      { key: 'plan', isDone: true },
      { key: 'join-page', isDone: true },
      { key: 'first-patient', isDone: false },
    ],
    isComplete: false,
    hasCard: true,
  })
  expect(setupChecklist({ ...done, 'first-patient': true }, true).isComplete).toBe(true)
})

test('omits a step that the clinic does not require', () => {
  const { steps, isComplete } = setupChecklist({ ...done, 'second-step': null, 'first-patient': true }, true)
  expect(steps.map(({ key }) => key)).not.toContain('second-step')
  expect(isComplete).toBe(true)
})
