import { describe, expect, it } from 'vitest'
import { addressChangesOn, aNewAddress } from '#testing/sign-in/address-changes.ts'
import { setUpTestAuth, signIn } from '#testing/sign-in/auth.ts'
import { stopAddressChange } from './stop-address-change.ts'

const test = setUpTestAuth({ mailIntervalSeconds: 0 }, { now: new Date().toISOString() })
const { aPerson, call, emailOf, outcomesOf, prove, request, sessionsOf, settle, stopTokenIn } =
  addressChangesOn(test)

describe('an objection', () => {
  it('stops the change and ends the other sessions, by the link alone, and can be repeated', async () => {
    const person = await aPerson()
    const newEmail = aNewAddress()
    await request(person, newEmail)
    await prove(person, newEmail)
    const token = await stopTokenIn(person.email)
    expect(await call(stopAddressChange, null, { token })).toEqual({ success: true })
    expect(await sessionsOf(person)).toEqual([])
    expect(await outcomesOf(person)).toEqual(['objected'])
    expect(await call(stopAddressChange, null, { token })).toEqual({ success: true })
    test.clock.advance('P8D')
    await settle()
    expect(await emailOf(person)).toBe(person.email)
  })

  it('leaves the session of the owner who objects in', async () => {
    const person = await aPerson()
    const elsewhere = await signIn(test, person)
    await request(person, aNewAddress())
    await call(stopAddressChange, person, { token: await stopTokenIn(person.email) })
    expect(await sessionsOf(person)).toEqual([person.sessionId])
    expect(await sessionsOf(person)).not.toContain(elsewhere.sessionId)
  })

  it('of an earlier link stops the newest change', async () => {
    const person = await aPerson()
    await request(person, aNewAddress())
    const token = await stopTokenIn(person.email)
    test.clock.advance('PT1M')
    await request(person, aNewAddress())
    await call(stopAddressChange, null, { token })
    expect(await outcomesOf(person)).toEqual(['replaced', 'objected'])
  })

  it('is too late after the change, and nothing with an unknown link', async () => {
    const person = await aPerson()
    const newEmail = aNewAddress()
    await request(person, newEmail)
    await prove(person, newEmail)
    test.clock.advance('P7D')
    await settle()
    const token = await stopTokenIn(person.email)
    await expect(call(stopAddressChange, null, { token })).rejects.toMatchObject({
      code: 'address_change_done',
    })
    await expect(call(stopAddressChange, null, { token: 'ab'.repeat(24) })).rejects.toMatchObject({
      code: 'address_change_unknown',
    })
  })
})
