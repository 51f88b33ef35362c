import { expect, test } from 'vitest'
import { leadForm } from './lead.ts'

test('stores a lead in lower case, and requires an address', () => {
  expect(leadForm.parse({ email: 'Dana@Sunrise.Test' })).toEqual({ email: 'dana@sunrise.test' })
  expect(leadForm.safeParse({ email: 'dana' }).error?.issues[0]?.message).toBe(
    'Please enter a valid email address.',
  )
})
