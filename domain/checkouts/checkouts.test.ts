import { expect, it } from 'vitest'
import { joinPlanInput } from './checkouts.ts'

it('requires well-formed ids', () => {
  const priceId = crypto.randomUUID()
  expect(joinPlanInput.safeParse({ priceId, attempt: crypto.randomUUID() }).success).toBe(true)
  expect(joinPlanInput.safeParse({ priceId, attempt: 'x' }).success).toBe(false)
  expect(joinPlanInput.safeParse({ priceId: 'price_1', attempt: crypto.randomUUID() }).success).toBe(false)
})
