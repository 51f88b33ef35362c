import { createHash } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import type { AuthSettings } from '#server/auth/context/settings.ts'
import type { OpenIdProvider } from '#server/auth/providers/openid-provider.ts'
import { type Answer, get } from '../../call.ts'
import { siteUrl, type World } from '../../world.ts'

/** A fake of Google: its codes are claims in base64url, so a code determines the user. */

const issuer = 'https://google.provider.test'
export const clientId = 'google-web'
export const verifier = 'v'.repeat(64)
const challenge = createHash('sha256').update(verifier).digest('base64url')
export const pkce = `code_challenge=${challenge}&code_challenge_method=s256`

const keys = generateKeyPair('ES256')

export const fakeGoogle: OpenIdProvider = {
  name: 'google',
  issuer,
  clientIds: [clientId],
  clientSecret: 'provider-secret',
  scopes: [],
  fetch: async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (pathname === '/.well-known/openid-configuration') return Response.json(metadata)
    if (pathname === '/keys') {
      const jwk = await exportJWK((await keys).publicKey)
      return Response.json({ keys: [{ ...jwk, kid: 'fake-google', alg: 'ES256', use: 'sig' }] })
    }
    const code = new URLSearchParams(await request.text()).get('code') ?? ''
    if (code === 'refused') return Response.json({ error: 'invalid_grant' }, { status: 400 })
    const claims = JSON.parse(Buffer.from(code, 'base64url').toString()) as JWTPayload
    return Response.json({
      access_token: 'provider-access-token',
      token_type: 'Bearer',
      id_token: await idToken(claims),
    })
  },
}

export const withGoogle: Partial<AuthSettings> = { providers: [fakeGoogle] }

const metadata = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['ES256'],
}

/**
 * A signed ID token; a claim of `undefined` is omitted.
 *
 * @param at time of issue; by default the machine's time, which verifies tokens of a callback
 */
export async function idToken(claims: JWTPayload, at = new Date()): Promise<string> {
  const now = Math.floor(at.getTime() / 1000)
  return new SignJWT({ iss: issuer, aud: clientId, iat: now, exp: now + 600, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'fake-google' })
    .sign((await keys).privateKey)
}

export function claimsFor(email: string, changes: JWTPayload = {}): JWTPayload {
  const sub = `1${createHash('sha256').update(email).digest('hex').slice(0, 20)}`
  return { sub, email, email_verified: true, name: 'Rosa Lind', ...changes }
}

/** With a token, starts a linking. @returns its state and nonce */
export async function beginFlow(world: World, query = '', token?: string) {
  const path = token ? '/user/identities/authorize' : '/authorize'
  const { headers, status, body } = await world.send(
    get(`${path}?provider=google&${pkce}${query}`, token ? { token } : {}),
  )
  const location = headers.get('location')
  if (!location) throw new Error(`no redirect: ${status} ${JSON.stringify(body)}`)
  const { searchParams } = new URL(location)
  return { state: searchParams.get('state') ?? '', nonce: searchParams.get('nonce') ?? '' }
}

export async function comeBack(world: World, claims: JWTPayload, query = '', token?: string) {
  const { state, nonce } = await beginFlow(world, query, token)
  const code = Buffer.from(JSON.stringify({ ...claims, nonce })).toString('base64url')
  return get(`/callback?state=${state}&code=${code}`)
}

export const redirectTarget = (answer: Answer) => new URL(answer.headers.get('location') ?? siteUrl)

export const fragmentOf = (answer: Answer) => new URLSearchParams(redirectTarget(answer).hash.slice(1))
