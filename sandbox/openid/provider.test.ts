import { createHash } from 'node:crypto'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { createOpenIdSandbox, type OpenIdSandbox } from './provider.ts'

const issuer = 'http://carefold.test/sandbox/openid'
const client = { id: 'app', secret: 'app-secret', name: 'Carefold' }
const redirectUri = 'http://carefold.test/back'
const verifier = 'v'.repeat(64)
const request = {
  client_id: client.id,
  redirect_uri: redirectUri,
  response_type: 'code',
  scope: 'openid email profile',
  state: 'the state',
  nonce: 'the nonce',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
}
const person = { choice: 'new', name: 'Rosa Lind', email: 'rosa@example.test', verified: 'yes' }

let now: Date
let sandbox: OpenIdSandbox
beforeEach(async () => {
  now = new Date('2026-05-01T12:00:00Z')
  const mayReturnTo = (address: string) => address === redirectUri
  sandbox = await createOpenIdSandbox({ issuer, client, mayReturnTo, now: () => now })
})

const page = (changes: Record<string, string> = {}) =>
  sandbox.fetch(`${issuer}/authorize?${new URLSearchParams({ ...request, ...changes })}`)
const submit = (fields: Record<string, string>, changes: Record<string, string> = {}) =>
  sandbox.fetch(`${issuer}/authorize`, {
    method: 'POST',
    body: new URLSearchParams({ ...request, ...changes, ...fields }),
  })
const backFrom = async (answer: Response) => new URL(answer.headers.get('location') ?? '')
const codeFor = async (fields: Record<string, string> = person, changes: Record<string, string> = {}) =>
  (await backFrom(await submit(fields, changes))).searchParams.get('code') ?? ''
const exchange = async (code: string, changes: Record<string, string> = {}) => {
  const fields = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    client_id: client.id,
    client_secret: client.secret,
  }
  const body = new URLSearchParams({ ...fields, ...changes })
  const answer = await sandbox.fetch(`${issuer}/token`, { method: 'POST', body })
  return { status: answer.status, body: await answer.json() }
}

describe('the page', () => {
  it('names itself a sandbox, runs no script and passes the request on', async () => {
    const answer = await page()
    const text = await answer.text()
    expect(text).toContain('Local sign-in sandbox: this is not Google, and nobody checks who you are')
    expect(text).toContain('name="state" value="the state"')
    expect(text).not.toContain('<script')
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
  })

  it('escapes typed text', async () => {
    await submit({ ...person, name: '<img src=x>' })
    expect(await (await page()).text()).toContain('Continue as &#60;img src=x&#62;')
  })

  it.each<[string, Record<string, string>]>([
    ['an unknown application', { client_id: 'another' }],
    ['a return address that is not registered', { redirect_uri: 'https://evil.test/' }],
    ['another response type', { response_type: 'token' }],
    ['no PKCE', { code_challenge: '' }],
    ['plain PKCE', { code_challenge_method: 'plain' }],
  ])('does not redirect for %s', async (_name, changes) => {
    for (const answer of [await page(changes), await submit(person, changes)]) {
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
    }
  })

  it('asks again after an invalid address', async () => {
    const answer = await submit({ ...person, email: 'nobody' })
    expect([answer.status, (await answer.text()).includes('Enter an email address.')]).toEqual([200, true])
  })

  it('cancels with the provider’s error', async () => {
    const back = await backFrom(await submit({ choice: 'cancel' }))
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      state: 'the state',
      error: 'access_denied',
      iss: issuer,
    })
  })

  it('offers people who signed in before', async () => {
    await submit({ ...person, verified: 'no' })
    expect(await (await page()).text()).toContain('Continue as Rosa Lind (rosa@example.test, not verified)')
  })
})

describe('tokens', () => {
  it('identify the person, are signed with the published key, and contain the nonce', async () => {
    const { status, body } = await exchange(await codeFor())
    expect(status).toBe(200)
    const keys = await (await sandbox.fetch(`${issuer}/keys`)).json()
    const { payload } = await jwtVerify(body.id_token, createLocalJWKSet(keys), {
      issuer,
      audience: client.id,
      currentDate: now,
    })
    expect(payload).toMatchObject({
      sub: expect.stringMatching(/^\d{21}$/),
      nonce: 'the nonce',
      email: 'rosa@example.test',
      email_verified: true,
      name: 'Rosa Lind',
    })
    const headers = { authorization: `Bearer ${body.access_token}` }
    const info = await (await sandbox.fetch(`${issuer}/userinfo`, { headers })).json()
    expect(info).toMatchObject({ sub: payload.sub, email: 'rosa@example.test' })
  })

  it('identify the same person after a restart', async () => {
    const subOf = async (of: OpenIdSandbox) => {
      const token = await of.idToken({ name: 'R', email: 'Rosa@example.test', isEmailVerified: true })
      return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub
    }
    const restarted = await createOpenIdSandbox({ issuer, client, mayReturnTo: () => true })
    expect(await subOf(restarted)).toBe(await subOf(sandbox))
  })

  it('include a refresh token only on request', async () => {
    expect((await exchange(await codeFor())).body.refresh_token).toBeUndefined()
    const offline = await exchange(await codeFor(person, { access_type: 'offline' }))
    expect(offline.body.refresh_token).toEqual(expect.any(String))
  })

  it.each<[string, Record<string, string>, string]>([
    ['another secret', { client_secret: 'wrong' }, 'invalid_client'],
    ['another verifier', { code_verifier: 'w'.repeat(64) }, 'invalid_grant'],
    ['another return address', { redirect_uri: 'https://evil.test/' }, 'invalid_grant'],
    ['another grant', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['a made-up code', { code: 'x' }, 'invalid_grant'],
  ])('are refused for %s', async (_name, changes, error) => {
    expect((await exchange(await codeFor(), changes)).body).toEqual({ error })
  })

  it('are issued once per code, and within a minute', async () => {
    const code = await codeFor()
    expect((await exchange(code)).status).toBe(200)
    expect((await exchange(code)).body).toEqual({ error: 'invalid_grant' })
    const late = await codeFor()
    now = new Date(now.getTime() + 61_000)
    expect((await exchange(late)).body).toEqual({ error: 'invalid_grant' })
  })

  it('without a person give no access to userinfo', async () => {
    const headers = { authorization: 'Bearer nothing' }
    expect((await sandbox.fetch(`${issuer}/userinfo`, { headers })).status).toBe(401)
  })
})
