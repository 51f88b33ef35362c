import { expect, it } from 'vitest'
import { addressChangesOn, aNewAddress } from '#testing/sign-in/address-changes.ts'
import { setUpTestAuth } from '#testing/sign-in/auth.ts'
import { proveAddressChange } from './prove-address-change.ts'
import { sendAddressChangeCode } from './send-address-change-code.ts'

const test = setUpTestAuth({ mailIntervalSeconds: 0 }, { now: new Date().toISOString() })
const { aPerson, call, emailOf, prove, request, settle } = addressChangesOn(test)

it('is replaced at once by a proof after the seven days', async () => {
  const person = await aPerson()
  const newEmail = aNewAddress()
  await request(person, newEmail)
  test.clock.advance('P8D')
  await settle()
  expect(await emailOf(person)).toBe(person.email)
  await call(sendAddressChangeCode, person)
  expect(await prove(person, newEmail)).toEqual({ isDone: true })
  expect(await emailOf(person)).toBe(newEmail)
})

it('ends after five wrong codes, until a new one is sent', async () => {
  const person = await aPerson()
  const newEmail = aNewAddress()
  await request(person, newEmail)
  const { code } = await test.mailTo(newEmail)
  const wrong = code === '000000' ? '111111' : '000000'
  for (let tries = 0; tries < 5; tries += 1) {
    await expect(call(proveAddressChange, person, { code: wrong })).rejects.toMatchObject({ status: 403 })
  }
  await expect(call(proveAddressChange, person, { code })).rejects.toMatchObject({ status: 403 })
  test.clock.advance('PT1M')
  await call(sendAddressChangeCode, person)
  expect(await prove(person, newEmail)).toEqual({ isDone: false })
})
