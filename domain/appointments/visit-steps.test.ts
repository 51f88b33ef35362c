import { describe, expect, it } from 'vitest'
import { keyOfStep, nextStep, possibleSteps, stepOfKey, type VisitProgress } from './visit-steps.ts'

const today = '2026-03-16'
const visit = (changes: Partial<VisitProgress> = {}): VisitProgress => ({
  status: 'upcoming',
  date: today,
  arrivedAt: null,
  startedAt: null,
  ...changes,
})

describe('the steps of a visit', () => {
  it.each<[string, VisitProgress, string | null, string[]]>([
    ['begin on its day', visit(), 'arrived', ['arrived', 'started', 'completed', 'no_show']],
    [
      'go on after arrival',
      visit({ arrivedAt: 'then' }),
      'started',
      ['started', 'completed', 'no_show', 'reopened'],
    ],
    [
      'end with it',
      visit({ arrivedAt: 'then', startedAt: 'then' }),
      'completed',
      ['completed', 'no_show', 'reopened'],
    ],
    ['are none before its day', visit({ date: '2026-03-17' }), null, []],
    [
      'are possible afterwards',
      visit({ date: '2026-03-15' }),
      'completed',
      ['arrived', 'started', 'completed', 'no_show'],
    ],
    ['can be taken back', visit({ status: 'completed' }), null, ['reopened']],
    ['begin with an answer to a request', visit({ status: 'requested' }), 'accepted', []],
    ['are none of a canceled one', visit({ status: 'canceled' }), null, []],
  ])('%s', (_what, state, next, steps) => {
    expect(nextStep(state, today)).toBe(next)
    expect(possibleSteps(state, today)).toEqual(steps)
  })

  it('have one key each, in either case, that works only for a possible step', () => {
    expect([...'asfn', 'A'].map((key) => stepOfKey(key, visit(), today))).toEqual([
      'arrived',
      'started',
      'completed',
      'no_show',
      'arrived',
    ])
    expect(stepOfKey('a', visit({ arrivedAt: 'then' }), today)).toBeNull()
    expect(stepOfKey('x', visit(), today)).toBeNull()
    expect([keyOfStep('completed'), keyOfStep('reopened')]).toEqual(['f', undefined])
  })
})
