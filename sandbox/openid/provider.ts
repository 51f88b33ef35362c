import { createHash, randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { problemPage, signInPage } from './page.ts'
import { claimsOf, firstPeople, personOf, type SandboxPerson } from './people.ts'

export interface OpenIdSandboxOptions {
  /** Absolute address without a trailing slash; also the issuer. */
  issuer: string
  client: { id: string; secret: string; name: string }
  mayReturnTo(redirectUri: string): boolean
  /** The machine's time, by which clients check identity tokens. */
  now?(): Date
}

export interface OpenIdSandbox {
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
  /** An identity token as an app would receive it; `changes` replace claims, undefined removes one. */
  idToken(person: SandboxPerson, changes?: JWTPayload): Promise<string>
}

interface Grant {
  person: SandboxPerson
  request: URLSearchParams
  expiresAt: number
}

const codeSeconds = 60
const tokenSeconds = 3600
const keyId = 'sandbox'

/**
 * An OpenID provider in this process (code flow with PKCE), for installations that are not registered at Google.
 * Visitors choose their identity; all data is in memory.
 */
export async function createOpenIdSandbox(options: OpenIdSandboxOptions): Promise<OpenIdSandbox> {
  const { issuer, client, mayReturnTo, now = () => new Date() } = options
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(publicKey)), kid: keyId, alg: 'ES256', use: 'sig' }
  const codes = new Map<string, Grant>()
  const tokens = new Map<string, Grant>()
  const people = [...firstPeople]
  const seconds = () => Math.floor(now().getTime() / 1000)

  async function answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const path = pathname.slice(new URL(issuer).pathname.length)
    if (path === '/.well-known/openid-configuration') return Response.json(metadata(issuer))
    if (path === '/keys') return Response.json({ keys: [jwk] })
    if (path === '/authorize' && request.method === 'GET') return showPage(searchParams)
    if (path === '/authorize' && request.method === 'POST') return choose(await formOf(request))
    if (path === '/token' && request.method === 'POST') return exchange(request, await formOf(request))
    if (path === '/userinfo') return userinfo(request)
    return new Response('Not found', { status: 404 })
  }

  function showPage(request: URLSearchParams, problem?: string): Response {
    const wrong = wrongRequest(request)
    if (wrong) return problemPage(wrong)
    return signInPage({ application: client.name, request, people, ...(problem ? { problem } : {}) })
  }

  /** Checked before any redirect. */
  function wrongRequest(request: URLSearchParams): string | null {
    if (request.get('client_id') !== client.id) return 'The application is not known here.'
    if (!mayReturnTo(request.get('redirect_uri') ?? '')) return 'The return address is not registered.'
    if (request.get('response_type') !== 'code') return 'Only response_type=code is served.'
    if (!request.get('code_challenge') || request.get('code_challenge_method') !== 'S256') {
      return 'The request has no PKCE challenge with S256.'
    }
    return null
  }

  function choose(form: URLSearchParams): Response {
    const request = new URLSearchParams([...form].filter(([name]) => !formFields.has(name)))
    const wrong = wrongRequest(request)
    if (wrong) return problemPage(wrong)
    const back = new URL(request.get('redirect_uri') ?? '')
    back.searchParams.set('state', request.get('state') ?? '')
    back.searchParams.set('iss', issuer)
    if (form.get('choice') === 'cancel') {
      back.searchParams.set('error', 'access_denied')
      back.searchParams.set('error_description', 'The sign-in was canceled')
      return seeOther(back)
    }
    const person = personOf(chosenFields(form))
    if (!person) return showPage(request, 'Enter an email address.')
    if (!people.some(({ email }) => email === person.email)) people.push(person)
    const code = randomBytes(24).toString('base64url')
    codes.set(code, { person, request, expiresAt: seconds() + codeSeconds })
    back.searchParams.set('code', code)
    return seeOther(back)
  }

  async function exchange(request: Request, form: URLSearchParams): Promise<Response> {
    const [id, secret] = credentialsOf(request, form)
    if (id !== client.id || secret !== client.secret) return refuse('invalid_client', 401)
    const grant = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    if (form.get('grant_type') !== 'authorization_code') return refuse('unsupported_grant_type')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight =
      grant &&
      grant.expiresAt >= seconds() &&
      grant.request.get('redirect_uri') === form.get('redirect_uri') &&
      grant.request.get('code_challenge') === challenge
    if (!isRight) return refuse('invalid_grant')
    const accessToken = randomBytes(24).toString('base64url')
    tokens.set(accessToken, { ...grant, expiresAt: seconds() + tokenSeconds })
    const nonce = grant.request.get('nonce')
    const isOffline = grant.request.get('access_type') === 'offline'
    return Response.json({
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: tokenSeconds,
      scope: grant.request.get('scope') ?? 'openid',
      id_token: await idToken(grant.person, {
        at_hash: leftHalf(accessToken),
        ...(nonce ? { nonce } : {}),
      }),
      ...(isOffline ? { refresh_token: randomBytes(24).toString('base64url') } : {}),
    })
  }

  function userinfo(request: Request): Response {
    const token = /^bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
    const grant = tokens.get(token)
    if (!grant || grant.expiresAt < seconds()) return refuse('invalid_token', 401)
    return Response.json(claimsOf(grant.person))
  }

  async function idToken(person: SandboxPerson, changes: JWTPayload = {}): Promise<string> {
    const issuedAt = seconds()
    const claims = {
      iss: issuer,
      aud: client.id,
      iat: issuedAt,
      exp: issuedAt + tokenSeconds,
      ...claimsOf(person),
    }
    return new SignJWT({ ...claims, ...changes })
      .setProtectedHeader({ alg: 'ES256', kid: keyId, typ: 'JWT' })
      .sign(privateKey)
  }

  return { fetch: async (input, init) => answer(new Request(input, init)), idToken }
}

function metadata(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: ['openid', 'email', 'profile'],
    authorization_response_iss_parameter_supported: true,
  }
}

/** The page's own fields; all others belong to the application's request. */
const formFields = new Set(['choice', 'name', 'email', 'verified', 'as_name', 'as_email', 'as_verified'])

function chosenFields(form: URLSearchParams): URLSearchParams {
  const prefix = form.get('choice') === 'known' ? 'as_' : ''
  const field = (name: string): [string, string] => [name, form.get(`${prefix}${name}`) ?? '']
  return new URLSearchParams([field('name'), field('email'), field('verified')])
}

async function formOf(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams(await request.text())
}

function credentialsOf(request: Request, form: URLSearchParams): [string | null, string | null] {
  const basic = /^basic (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (!basic) return [form.get('client_id'), form.get('client_secret')]
  const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString().split(':')
  return [decodeURIComponent(id), decodeURIComponent(secret)]
}

function leftHalf(accessToken: string): string {
  return createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url')
}

function refuse(error: string, status = 400): Response {
  return Response.json({ error }, { status })
}

function seeOther(url: URL): Response {
  return new Response(null, {
    status: 303,
    headers: { location: url.href, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  })
}
