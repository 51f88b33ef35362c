import { expect, test, vi } from 'vitest'
import { onSecondStepDemand, reportSecondStepDemands } from './second-step-demands.ts'

const answering = (status: number, body: string) =>
  reportSecondStepDemands(async () => new Response(body, { status }))

async function demandsOf(status: number, body: string): Promise<number> {
  const listener = vi.fn()
  const unsubscribe = onSecondStepDemand(listener)
  const response = await answering(status, body)('/functions/v1/x')
  unsubscribe()
  expect(await response.text()).toBe(body)
  return listener.mock.calls.length
}

test.each([
  ['a function', '{"error":{"code":"second_step_required","message":"…"}}'],
  ['a function, flat', '{"code":"second_step_required","message":"…"}'],
  ['a trigger', '{"code":"42501","hint":"second_step_required","message":"…"}'],
])('reports a refusal by %s and returns it', async (_by, body) => {
  expect(await demandsOf(403, body)).toBe(1)
})

test.each([
  [403, '{"code":"not_allowed"}'],
  [403, 'a proxy'],
  [200, '{"code":"second_step_required"}'],
])('reports no other answer: %s %s', async (status, body) => {
  expect(await demandsOf(status, body)).toBe(0)
})
