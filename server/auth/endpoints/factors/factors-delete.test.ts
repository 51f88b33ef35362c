import { describe, expect, it } from 'vitest'
import { aSignedInUser, auditOf, expectRefusal, setUpTestAuth, signIn } from '#testing/sign-in/auth.ts'
import { addTotp, aUserWithTotp, claimsOf } from '#testing/sign-in/factors.ts'

const test = setUpTestAuth({ smsIntervalSeconds: 60 })

const anyId = '0190a0b0-0000-7000-8000-000000000000'

describe('DELETE /factors/{id}', () => {
  const remove = (token: string, id: string) => test.send('DELETE', `/factors/${id}`, { token })

  it('removes it, and the sessions it stepped up drop to aal1', async () => {
    const person = await aUserWithTotp(test)
    const { status, body } = await remove(person.accessToken, person.totp.factorId)
    expect({ status, body }).toEqual({ status: 200, body: { id: person.totp.factorId } })
    const refreshed = await test.send('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: person.refreshToken },
    })
    expect(claimsOf(refreshed.body.access_token)).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'password' }],
    })
    expect(refreshed.body.user.factors).toBeUndefined()
    expect((await test.mailTo(person.email)).template).toBe('factor-removed')
    expect(await auditOf(test, person.id)).toContain('auth.factor_unenrolled')
  })

  it('removes an unverified one at any level, without a mail', async () => {
    const person = await aSignedInUser(test)
    const { factorId } = await addTotp(test, person)
    expect((await remove(person.accessToken, factorId)).status).toBe(200)
    expect(await test.mailCount(person.email)).toBe(0)
  })

  it('refuses at aal1, another user’s factor, an unknown id and a malformed one', async () => {
    const person = await aUserWithTotp(test)
    const low = await signIn(test, person)
    const { factorId } = person.totp
    await expectRefusal(test, ['DELETE', `/factors/${factorId}`, { token: low.accessToken }], {
      status: 422,
      code: 'insufficient_aal',
    })
    const other = await aUserWithTotp(test)
    const token = other.accessToken
    const notFound = { status: 404, code: 'mfa_factor_not_found' }
    await expectRefusal(test, ['DELETE', `/factors/${factorId}`, { token }], notFound)
    await expectRefusal(test, ['DELETE', `/factors/${anyId}`, { token }], notFound)
    await expectRefusal(test, ['DELETE', '/factors/x', { token }], { status: 404, code: 'validation_failed' })
  })
})
