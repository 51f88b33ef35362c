import { expect, test } from 'vitest'
import { setupChecklist } from './setup-checklist.ts'

const done = {
  profile: true,
  'second-step': true,
  hours: true,
  payouts: true,
  card: true,
  plan: true,
  'join-page': true,
  'first-patient': false,
}

test('the checklist is complete once every step is done', () => {
  expect(setupChecklist(done)).toEqual({
    steps: [
      { key: 'profile', isDone: true },
      { key: 'second-step', isDone: true },
      { key: 'hours', isDone: true },
      { key: 'payouts', isDone: true },
      { key: 'card', isDone: true },
      { key: 'plan', isDone: true },
      { key: 'join-page', isDone: true },
      { key: 'first-patient', isDone: false },
    ],
    isComplete: false,
  })
  expect(setupChecklist({ ...done, 'first-patient': true }).isComplete).toBe(true)
})

test('omits a step that the clinic does not require', () => {
  const { steps, isComplete } = setupChecklist({ ...done, 'second-step': null, 'first-patient': true })
  expect(steps.map(({ key }) => key)).not.toContain('second-step')
  expect(isComplete).toBe(true)
})
