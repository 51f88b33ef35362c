import { expect, test } from 'vitest'
import { clinicIdInput, clinicJoinInput, userIdsInput } from './inputs.ts'

test('the server applies the join form’s rules', () => {
  const form = { email: 'dana@example.test', password: 'a quiet walk', name: 'Dana', subdomain: ' Sunrise ' }
  expect(clinicJoinInput.parse(form)).toMatchObject({ subdomain: 'sunrise' })
  expect(clinicJoinInput.safeParse({ ...form, name: 'D' }).error?.issues[0]?.message).toBe(
    'Name must be at least 2 characters',
  )
})

test('accepts at most 100 ids per call', () => {
  const ids = Array.from({ length: 100 }, () => crypto.randomUUID())
  expect(userIdsInput.safeParse({ userIds: ids }).success).toBe(true)
  expect(userIdsInput.safeParse({ userIds: [...ids, crypto.randomUUID()] }).success).toBe(false)
})

test('identifies a clinic by its id', () => {
  expect(clinicIdInput.safeParse({ clinicId: 'sunrise' }).success).toBe(false)
})
