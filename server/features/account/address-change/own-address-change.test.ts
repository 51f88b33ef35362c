import { expect, it } from 'vitest'
import { addressChangesOn, aNewAddress } from '#testing/sign-in/address-changes.ts'
import { setUpTestAuth, signIn, somebody } from '#testing/sign-in/auth.ts'
import { ownAddressChange } from './own-address-change.ts'

const test = setUpTestAuth({ mailIntervalSeconds: 0 }, { now: new Date().toISOString() })
const { aPerson, call, request } = addressChangesOn(test)

it('shows the pending change, and what prevents a request', async () => {
  const person = await aPerson()
  expect(await call(ownAddressChange, person)).toEqual({ pending: null, obstacle: null })
  const newEmail = aNewAddress()
  await request(person, newEmail)
  const effectiveAt = new Date(test.clock.now().getTime() + 7 * 24 * 3_600_000).toISOString()
  expect(await call(ownAddressChange, person)).toEqual({
    pending: { newEmail, effectiveAt, isProven: false },
    obstacle: null,
  })
  const other = await signIn(test, await somebody(test))
  expect(await call(ownAddressChange, other)).toEqual({ pending: null, obstacle: 'no_second_step' })
})
