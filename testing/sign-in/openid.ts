import { createHash, randomBytes } from 'node:crypto'
import type { SandboxPerson } from '#sandbox/openid/people.ts'
import { createOpenIdSandbox, type OpenIdSandbox } from '#sandbox/openid/provider.ts'
import type { OpenIdProvider } from '#server/auth/providers/openid-provider.ts'
import { type Answer, type SendOptions, siteUrl, type TestAuth } from './auth.ts'

/** On the local sandbox. */
export interface TestProvider {
  /** For `AuthSettings.providers`. */
  provider: OpenIdProvider
  sandbox: OpenIdSandbox
  /** Overrides the provider's answers until set to null. */
  intercept: ((request: Request) => Promise<Response | null>) | null
  /** A person signs in on the provider's page. @returns the URL that it redirects to */
  approve(authorizeUrl: string, person: SandboxPerson): Promise<URL>
  cancel(authorizeUrl: string): Promise<URL>
}

export async function openTestProvider(
  name = 'google',
  otherClientIds: string[] = [],
): Promise<TestProvider> {
  const issuer = `https://${name.replace(':', '-')}.provider.test/openid`
  const client = { id: `${name}-web`, secret: 'provider-secret', name: 'Carefold' }
  const sandbox = await createOpenIdSandbox({
    issuer,
    client,
    mayReturnTo: (address) => address === `${siteUrl}/auth/v1/callback`,
  })
  const choose = async (authorizeUrl: string, fields: Record<string, string>) => {
    const url = new URL(authorizeUrl)
    const body = new URLSearchParams([...url.searchParams, ...Object.entries(fields)])
    const answer = await sandbox.fetch(url, { method: 'POST', body })
    const location = answer.headers.get('location')
    if (!location) throw new Error(`the provider went nowhere: ${await answer.text()}`)
    return new URL(location)
  }
  const test: TestProvider = {
    provider: {
      name,
      issuer,
      clientIds: [client.id, ...otherClientIds],
      clientSecret: client.secret,
      scopes: [],
      fetch: async (input, init) => {
        const request = new Request(input, init)
        return (await test.intercept?.(request.clone())) ?? sandbox.fetch(request)
      },
    },
    sandbox,
    intercept: null,
    approve: (authorizeUrl, { name: fullName, email, isEmailVerified }) =>
      choose(authorizeUrl, {
        choice: 'new',
        name: fullName,
        email,
        verified: isEmailVerified ? 'yes' : 'no',
      }),
    cancel: (authorizeUrl) => choose(authorizeUrl, { choice: 'cancel' }),
  }
  return test
}

let people = 0

export function aProviderPerson(changes: Partial<SandboxPerson> = {}): SandboxPerson {
  people += 1
  return {
    name: 'Rosa Lind',
    email: `rosa-${people}-${randomBytes(3).toString('hex')}@provider.test`,
    isEmailVerified: true,
    ...changes,
  }
}

export function aChallenge() {
  const verifier = randomBytes(40).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  return { verifier, query: { code_challenge: challenge, code_challenge_method: 's256' } }
}

/** GET of a path or full URL; redirects are not followed. */
export function visit(test: TestAuth, url: URL | string, options?: SendOptions): Promise<Answer> {
  const { pathname, search } = new URL(url, siteUrl)
  return test.send('GET', `${pathname}${search}`, options)
}

export function locationOf(answer: Answer): URL {
  const location = answer.headers.get('location')
  if (!location) throw new Error(`no redirect: ${answer.status} ${JSON.stringify(answer.body)}`)
  return new URL(location)
}

/** GET /authorize with PKCE. @param query overrides the usual parameters */
export async function begin(
  test: TestAuth,
  query: Record<string, string> = {},
): Promise<{ verifier: string; location: URL; answer: Answer }> {
  const pkce = aChallenge()
  const params = new URLSearchParams({ provider: 'google', ...pkce.query, ...query })
  const answer = await visit(test, `/authorize?${params}`)
  return { verifier: pkce.verifier, location: locationOf(answer), answer }
}

/** From /authorize through the provider's page. @returns the redirect of the callback */
export async function returnFrom(
  test: TestAuth,
  google: TestProvider,
  person: SandboxPerson,
  query: Record<string, string> = {},
): Promise<{ verifier: string; target: URL; callback: URL; status: number }> {
  const { verifier, location } = await begin(test, query)
  const callback = await google.approve(location.href, person)
  const answer = await visit(test, callback)
  return { verifier, target: locationOf(answer), callback, status: answer.status }
}

export function redeem(test: TestAuth, target: URL, verifier: string): Promise<Answer> {
  const body = { auth_code: target.searchParams.get('code') ?? '', code_verifier: verifier }
  return test.send('POST', '/token?grant_type=pkce', { body })
}

/** A complete sign-in. @returns the answer of /token */
export async function signInWithProvider(
  test: TestAuth,
  google: TestProvider,
  person: SandboxPerson,
  query: Record<string, string> = {},
): Promise<Answer> {
  const { target, verifier } = await returnFrom(test, google, person, query)
  const refusal = target.searchParams.get('error_code')
  if (refusal) throw new Error(`sign-in was refused: ${refusal}`)
  return redeem(test, target, verifier)
}

export const errorOf = ({ searchParams }: URL) => ({
  error: searchParams.get('error'),
  code: searchParams.get('error_code'),
})

export async function providersOf(test: TestAuth, userId: string): Promise<string[]> {
  const rows = await test.db.asOwner<{ provider: string }>(
    'select provider from auth.identities where user_id = $1 order by provider',
    [userId],
  )
  return rows.map(({ provider }) => provider)
}
