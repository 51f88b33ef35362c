import { describe, expect, it } from 'vitest'
import {
  aSignedInUser,
  auditOf,
  expectRefusal,
  setUpTestAuth,
  signIn,
  somebody,
} from '#testing/sign-in/auth.ts'

const test = setUpTestAuth()

describe('POST /logout', () => {
  // spec: A7 Logout has the scopes global, others and local
  it.each([
    ['', [false, false]],
    ['?scope=global', [false, false]],
    ['?scope=local', [false, true]],
    ['?scope=others', [true, false]],
  ])('%s leaves this session and the other alive: %j', async (query, alive) => {
    const here = await aSignedInUser(test)
    const elsewhere = await signIn(test, here)
    const stranger = await aSignedInUser(test)
    const answer = await test.send('POST', `/logout${query}`, { token: here.accessToken })
    expect([answer.status, answer.body]).toEqual([204, null])
    for (const [index, session] of [here, elsewhere].entries()) {
      const user = await test.send('GET', '/user', { token: session.accessToken })
      expect(user.status).toBe(alive[index] ? 200 : 403)
      const body = { refresh_token: session.refreshToken }
      const refresh = await test.send('POST', '/token?grant_type=refresh_token', { body })
      expect(refresh.status).toBe(alive[index] ? 200 : 400)
    }
    expect((await test.send('GET', '/user', { token: stranger.accessToken })).status).toBe(200)
    expect(await auditOf(test, here.id)).toContain('auth.logout')
  })

  it('refuses an unknown scope', async () => {
    const { accessToken: token } = await aSignedInUser(test)
    const refusal = { status: 400, code: 'validation_failed' }
    await expectRefusal(test, ['POST', '/logout?scope=planet', { token }], refusal)
  })

  it.each(['global', 'local', 'others'] as const)('works through auth-js: %s', async (scope) => {
    const client = test.client()
    await client.signInWithPassword(await somebody(test))
    expect((await client.signOut({ scope })).error).toBeNull()
    expect((await client.getSession()).data.session === null).toBe(scope !== 'others')
  })
})
