import { expect, test } from 'vitest'
import { collectionSteps } from './collection-steps.ts'

const failedAt = (...times: string[]) => times.map((charged_at) => ({ status: 'failed', charged_at }))
const [first, second, third] = [
  '2026-11-01T09:00:00Z',
  '2026-11-02T09:00:00Z',
  '2026-11-03T09:00:00Z',
] as const

test('the charge that failed first is no retry', () => {
  expect(collectionSteps({ failure_mailed_at: null, payments: failedAt(first) })).toEqual({
    ...{ retriedAt: null, linkSentAt: null, last: null },
  })
})

test('the later of the last retry and the last link is the last step', () => {
  const payments = failedAt(second, first)
  expect(collectionSteps({ failure_mailed_at: null, payments })).toMatchObject({
    retriedAt: second,
    last: 'retried',
  })
  expect(collectionSteps({ failure_mailed_at: first, payments }).last).toBe('retried')
  expect(collectionSteps({ failure_mailed_at: third, payments })).toMatchObject({
    ...{ retriedAt: second, linkSentAt: third, last: 'link sent' },
  })
})

test('a charge that succeeded or is processing is no retry that failed', () => {
  const payments = [...failedAt(first), { status: 'pending', charged_at: second }]
  expect(collectionSteps({ failure_mailed_at: null, payments }).last).toBeNull()
})
