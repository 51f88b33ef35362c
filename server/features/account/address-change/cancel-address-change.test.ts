import { expect, it } from 'vitest'
import { addressChangesOn, aNewAddress } from '#testing/sign-in/address-changes.ts'
import { setUpTestAuth } from '#testing/sign-in/auth.ts'
import { cancelAddressChange } from './cancel-address-change.ts'

const test = setUpTestAuth({ mailIntervalSeconds: 0 }, { now: new Date().toISOString() })
const { aPerson, call, emailOf, pendingOf, prove, request, settle } = addressChangesOn(test)

it('stays when the person cancels', async () => {
  const person = await aPerson()
  const newEmail = aNewAddress()
  await request(person, newEmail)
  await prove(person, newEmail)
  await call(cancelAddressChange, person)
  test.clock.advance('P8D')
  await settle()
  expect([await emailOf(person), await pendingOf(person)]).toEqual([person.email, null])
  await expect(call(cancelAddressChange, person)).rejects.toMatchObject({ code: 'address_change_missing' })
})
