import { describe, expect, it } from 'vitest'
import {
  aSignedInUser,
  auditOf,
  expectRefusal,
  type Somebody,
  setUpTestAuth,
  somebody,
} from '#testing/sign-in/auth.ts'

const test = setUpTestAuth()

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1'

async function signInFrom(person: Somebody, userAgent: string, address: string) {
  const { email, password } = person
  const { body, headers } = await test.send('POST', '/token?grant_type=password', {
    body: { email, password },
    headers: { 'user-agent': userAgent },
    address,
  })
  return {
    token: body.access_token as string,
    refreshToken: body.refresh_token as string,
    id: headers.get('sb-auth-session-id') ?? '',
  }
}
const list = (token: string) => test.send('GET', '/user/sessions', { token })

describe('GET /user/sessions', () => {
  it('lists a user’s sessions with device, network address and last use, the current one first', async () => {
    const person = await somebody(test)
    const desk = await signInFrom(person, firefox, '203.0.113.9')
    const mobile = await signInFrom(person, phone, '198.51.100.4')
    const { status, body } = await list(desk.token)
    expect(status).toBe(200)
    expect(body.sessions).toEqual([
      {
        id: desk.id,
        created_at: expect.any(String),
        last_used_at: expect.any(String),
        ip: '203.0.113.9',
        user_agent: firefox,
        device: { browser: 'Firefox', system: 'Windows' },
        aal: 'aal1',
        is_current: true,
      },
      expect.objectContaining({
        id: mobile.id,
        ip: '198.51.100.4',
        device: { browser: 'Safari', system: 'iPhone' },
        is_current: false,
      }),
    ])
    expect(JSON.stringify(body)).not.toContain(mobile.refreshToken)
  })

  it('counts a refresh as the last use, and leaves out expired sessions', async () => {
    const person = await somebody(test)
    const desk = await signInFrom(person, firefox, '203.0.113.9')
    const mobile = await signInFrom(person, phone, '198.51.100.4')
    await test.db.asOwner(`update auth.sessions set created_at = now() - interval '3 days' where id = $1`, [
      mobile.id,
    ])
    await test.send('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: mobile.refreshToken },
    })
    const [, other] = (await list(desk.token)).body.sessions
    expect(Date.parse(other.last_used_at) - Date.parse(other.created_at)).toBeGreaterThan(2.9 * 86_400_000)
    await test.db.asOwner(
      `update auth.sessions set refreshed_at = now() - interval '8 days', created_at = now() - interval '9 days' where id = $1`,
      [mobile.id],
    )
    expect((await list(desk.token)).body.sessions).toHaveLength(1)
  })

  it('shows no other user’s', async () => {
    const [one] = [await aSignedInUser(test), await aSignedInUser(test)]
    const { body } = await list(one.accessToken)
    expect(body.sessions.map(({ id }: { id: string }) => id)).toEqual([one.sessionId])
  })

  it('is refused without a token', async () => {
    await expectRefusal(test, ['GET', '/user/sessions'], { status: 401, code: 'no_authorization' })
  })
})

describe('DELETE /user/sessions/{id}', () => {
  it('signs one device out: no refresh, no access, and the others stay signed in', async () => {
    const person = await somebody(test)
    const desk = await signInFrom(person, firefox, '203.0.113.9')
    const mobile = await signInFrom(person, phone, '198.51.100.4')
    const gone = await test.send('DELETE', `/user/sessions/${mobile.id}`, { token: desk.token })
    expect([gone.status, gone.body]).toEqual([200, {}])
    expect((await test.send('GET', '/user', { token: mobile.token })).body.error_code).toBe(
      'session_not_found',
    )
    const body = { refresh_token: mobile.refreshToken }
    expect((await test.send('POST', '/token?grant_type=refresh_token', { body })).body.error_code).toBe(
      'refresh_token_not_found',
    )
    expect((await list(desk.token)).body.sessions).toHaveLength(1)
    expect(await auditOf(test, person.id)).toEqual(['auth.login', 'auth.login', 'auth.logout'])
  })

  it('can end the current session', async () => {
    const person = await aSignedInUser(test)
    const path = `/user/sessions/${person.sessionId}`
    expect((await test.send('DELETE', path, { token: person.accessToken })).status).toBe(200)
    expect((await list(person.accessToken)).body.error_code).toBe('session_not_found')
  })

  it('gives the same answer for another user’s session and an unknown one, and ends neither', async () => {
    const [one, other] = [await aSignedInUser(test), await aSignedInUser(test)]
    for (const id of [other.sessionId, crypto.randomUUID()]) {
      await expectRefusal(test, ['DELETE', `/user/sessions/${id}`, { token: one.accessToken }], {
        status: 404,
        code: 'session_not_found',
        message: 'Session not found',
      })
    }
    expect((await list(other.accessToken)).status).toBe(200)
  })

  it('refuses a malformed id, and callers without a token', async () => {
    const { accessToken: token } = await aSignedInUser(test)
    const malformed = { status: 404, code: 'validation_failed' }
    await expectRefusal(test, ['DELETE', '/user/sessions/7', { token }], malformed)
    const nobody = { status: 401, code: 'no_authorization' }
    await expectRefusal(test, ['DELETE', `/user/sessions/${crypto.randomUUID()}`], nobody)
  })
})

describe('a sign-in', () => {
  const mails = async (person: Somebody) => {
    const rows = await test.db.asOwner<{ template: string }>(
      'select template from app.mails where to_address = $1 order by queued_at',
      [person.email],
    )
    return rows.map(({ template }) => template)
  }

  it('sends no mail the first time; from another network or browser it does, once each', async () => {
    const person = await somebody(test)
    await signInFrom(person, firefox, '203.0.113.9')
    await signInFrom(person, firefox.replaceAll('130.0', '131.0'), '203.0.200.1')
    expect(await mails(person)).toEqual([])
    await signInFrom(person, firefox, '198.51.100.4')
    expect(await mails(person)).toEqual(['new-sign-in'])
    await signInFrom(person, firefox, '198.51.100.4')
    await signInFrom(person, phone, '203.0.113.9')
    expect(await mails(person)).toEqual(['new-sign-in', 'new-sign-in'])
    const mail = await test.mailTo(person.email)
    expect(mail.text).toContain('Safari on iPhone, network address 203.0.113.9')
    expect(mail.links).toEqual(['http://carefold.localhost:3000/forgot-password'])
  })

  it('that fails, or by a mailed link, sends no mail', async () => {
    const person = await somebody(test)
    await signInFrom(person, firefox, '203.0.113.9')
    await signInFrom({ ...person, password: 'not the password' }, phone, '198.51.100.4')
    await test.send('POST', '/otp', { body: { email: person.email } })
    const { code } = await test.mailTo(person.email)
    const body = { type: 'email', email: person.email, token: code }
    expect((await test.send('POST', '/verify', { body, address: '192.0.2.99' })).status).toBe(200)
    expect(await mails(person)).toEqual(['magic-link'])
  })
})
