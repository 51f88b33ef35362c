import { beginSsoPerson, enterSsoPerson } from '#server/auth/accounts/sso-person.ts'
import type { Auth } from '#server/auth/context/auth.ts'
import { AuthError, invalid } from '#server/auth/errors.ts'
import { issueAuthCode } from '#server/auth/flows/flow-states.ts'
import { readText } from '#server/auth/http/body.ts'
import { errorParams, redirectWith } from '#server/auth/http/redirect-answers.ts'
import type { AuthRequest } from '#server/auth/http/request.ts'
import type { UserCreation } from '#server/auth/people/user-creation.ts'
import { profileOfAssertion, type SsoProfile } from '#server/auth/saml/assertion-person.ts'
import { type Assertion, readAssertion, WrongIssuer } from '#server/auth/saml/read-assertion.ts'
import { claimRelay, type Relay, takeAssertion } from '#server/auth/saml/relay-states.ts'
import { SamlProblem } from '#server/auth/saml/response-shape.ts'
import { findSsoProvider, type SsoProvider } from '#server/auth/saml/sso-providers.ts'
import { sessionBody } from '#server/auth/sessions/session-response.ts'
import { openSession, type SessionGrant } from '#server/auth/sessions/sessions.ts'
import { inTransaction } from '#server/auth/transaction.ts'
import { retryIfTaken } from '#server/platform/database/retry-if-taken.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { wordsOf } from '#server/platform/log.ts'
import { requireEnabled, requireSaml } from './sso.ts'

/** docs/contracts/auth.md 3.1. An unsolicited response is refused: it could sign the browser in to another account. */
export async function samlAcs(auth: Auth, request: AuthRequest): Promise<Response> {
  const progress: { provider: SsoProvider | null } = { provider: null }
  try {
    requireSaml(auth)
    return await signIn(auth, request, progress)
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    const params = errorParams(error)
    if (progress.provider) params.set('c', progress.provider.subdomain)
    return redirectWith(auth.settings.siteUrl, params, { where: 'query', status: 303 })
  }
}

async function signIn(
  auth: Auth,
  request: AuthRequest,
  progress: { provider: SsoProvider | null },
): Promise<Response> {
  const form = new URLSearchParams(await readText(request.raw))
  const now = auth.services.clock.now()
  const relay = await inTransaction(auth, request, (tx) => claimRelay(tx, form.get('RelayState') ?? '', now))
  const provider = await inTransaction(auth, request, (tx) => findSsoProvider(tx, relay.providerId))
  if (!provider) throw noSuchIdp()
  progress.provider = provider
  requireEnabled(provider)

  const response = form.get('SAMLResponse') ?? ''
  const assertion = await read(auth, request, { provider, relay, response })
  if (assertion.sessionEndsAt && assertion.sessionEndsAt <= auth.sessionClock.now()) throw notValid()
  const profile = profileOfAssertion(provider, assertion)
  const outcome = await retryIfTaken(async () => {
    const creation = await beginSsoPerson(auth, request, profile)
    return inTransaction(auth, request, (tx) =>
      finish(tx, auth, request, { provider, relay, assertion, profile, creation }),
    )
  })
  if ('code' in outcome) {
    const query = new URLSearchParams({ code: outcome.code })
    return redirectWith(relay.redirectTo, query, { where: 'query', status: 302 })
  }
  const { user: _, ...session } = await sessionBody(auth, outcome.grant)
  const fragment = new URLSearchParams(
    Object.entries({ ...session, sb: '' }).map(([name, value]) => [name, String(value)]),
  )
  return redirectWith(relay.redirectTo, fragment, { where: 'fragment', status: 302 })
}

async function read(
  auth: Auth,
  request: AuthRequest,
  given: { provider: SsoProvider; relay: Relay; response: string },
): Promise<Assertion> {
  const { provider, relay, response } = given
  if (response === '') throw invalid('SAMLResponse is missing')
  try {
    const asked = { response, requestId: relay.requestId, now: auth.services.clock.now() }
    return await readAssertion(auth.settings, provider, asked)
  } catch (error) {
    if (!(error instanceof SamlProblem)) throw error
    const { requestId } = request
    auth.services.log.warn('auth.saml_refused', { provider: provider.id, problem: wordsOf(error), requestId })
    throw error instanceof WrongIssuer ? noSuchIdp() : notValid()
  }
}

interface Answered {
  provider: SsoProvider
  relay: Relay
  assertion: Assertion
  profile: SsoProfile
  creation: UserCreation | null
}

async function finish(
  tx: Tx,
  auth: Auth,
  request: AuthRequest,
  { provider, relay, assertion, profile, creation }: Answered,
): Promise<{ code: string } | { grant: SessionGrant }> {
  const { id: assertionId, expiresAt, sessionEndsAt: notAfter } = assertion
  const isFirst = await takeAssertion(tx, { providerId: provider.id, assertionId, expiresAt })
  if (!isFirst) throw notValid()
  const user = await enterSsoPerson(tx, auth, { provider, profile, creation })
  if (!relay.flowStateId) {
    const { provider: identity } = profile
    const grant = await openSession(tx, auth, request, user, 'sso/saml', { provider: identity, notAfter })
    return { grant }
  }
  await tx
    .updateTable('auth.flow_states')
    .set({ user_id: user.id, session_not_after: notAfter })
    .where('id', '=', relay.flowStateId)
    .execute()
  return { code: await issueAuthCode(tx, relay.flowStateId, auth.sessionClock.now()) }
}

const notValid = () => invalid('SAML Assertion is not valid')
const noSuchIdp = () =>
  new AuthError(
    404,
    'saml_idp_not_found',
    'A SAML connection has not been established with this Identity Provider',
  )
