import { expect, it } from 'vitest'
import { addressChangesOn, aNewAddress } from '#testing/sign-in/address-changes.ts'
import { setUpTestAuth } from '#testing/sign-in/auth.ts'
import { cancelAddressChange } from './cancel-address-change.ts'
import { proveAddressChange } from './prove-address-change.ts'
import { sendAddressChangeCode } from './send-address-change-code.ts'

const test = setUpTestAuth({ mailIntervalSeconds: 0 }, { now: new Date().toISOString() })
const { aPerson, call, pendingOf, request } = addressChangesOn(test)

it('is refused to another person, who can neither prove nor cancel the change', async () => {
  const [person, other] = [await aPerson(), await aPerson()]
  const newEmail = aNewAddress()
  await request(person, newEmail)
  const { code } = await test.mailTo(newEmail)
  for (const action of [cancelAddressChange, sendAddressChangeCode]) {
    await expect(call(action, other)).rejects.toMatchObject({ code: 'address_change_missing' })
  }
  await expect(call(proveAddressChange, other, { code })).rejects.toMatchObject({
    code: 'address_change_missing',
  })
  expect(await pendingOf(person)).toMatchObject({ isProven: false })
})
