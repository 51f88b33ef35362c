import { isIP } from 'node:net'
import type { Services } from '#server/clinic/action.ts'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import { publishableKeyOf, requireKnownKey } from '#server/platform/http/publishable-key.ts'
import type { JobDefinition } from '#server/platform/jobs/jobs.ts'
import { loadSecretBox, type SecretBox } from '#server/platform/secret-box.ts'
import { createAccounts } from './accounts/accounts.ts'
import { settleAddressChanges } from './accounts/settle-address-changes.ts'
import { cleanUpAuth } from './clean-up.ts'
import type { Auth, AuthHooks, AuthServices } from './context/auth.ts'
import { type AuthSettings, authSettings } from './context/settings.ts'
import { AuthError, errorResponse } from './errors.ts'
import { type PasswordHasher, passwordHasher } from './hashing/hashing.ts'
import { deliverHookCalls } from './hooks/hook-calls.ts'
import { createOperatorHooks, judgeMfaAttempt } from './hooks/hooks.ts'
import type { HookTransport } from './hooks/http-hook.ts'
import { absentFeature } from './http/absent-feature.ts'
import { atLeast } from './http/at-least.ts'
import { readText } from './http/body.ts'
import { type CaptchaVerifier, captchaVerifier, requireCaptcha } from './http/captcha.ts'
import { isUuid } from './http/is-uuid.ts'
import { limitRequest } from './http/limit-request.ts'
import { type AuthRequest, bearerToken } from './http/request.ts'
import { loadSigningKeys, type SigningKey, type SigningKeys } from './keys/signing-keys.ts'
import { remindConfirmation } from './mails/remind-confirmation.ts'
import { providerClients } from './providers/provider-client.ts'
import { findRoute, type Route } from './routes.ts'
import { requireAdmin } from './sessions/bearer.ts'
import { deliverSms } from './sms/deliver-sms.ts'
import { type AccessClaims, createAccessTokens } from './tokens/access-token.ts'
import { documentSignatures } from './tokens/document-signatures.ts'

/** GoTrue's protocol, whose client is `@supabase/auth-js` (docs/contracts/auth.md). */
export interface AuthService {
  /** Answers `/auth/v1/<path>` and `/<path>`, also with a slash at the end. Never throws. */
  fetch(request: Request, context: { requestId: string; address: string | null }): Promise<Response>
  /**
   * Null when the token is not ours or has expired. `app.enter` checks in every transaction that person and session still
   * exist.
   */
  verifyAccessToken(
    token: string,
  ): Promise<{ userId: string; sessionId: string; isDemo: boolean; claims: AccessClaims } | null>
  /** Null for tokens not verified before, which may be valid. */
  rememberedPerson(token: string): string | null
  /** Explains the refusal of an access token. */
  accessTokenKey(token: string): Pick<SigningKey, 'verify' | 'algorithm'> | null
  /** An admin token, valid for ten minutes, for scripts and tests. */
  serviceToken(): Promise<string>
  jobs: JobDefinition[]
  provided: Pick<Services, 'accounts' | 'signatures'>
}

const mount = '/auth/v1'

/** @throws ConfigError when SIGNING_KEYS or ENCRYPTION_KEY cannot be used */
export function createAuthService(
  services: AuthServices,
  options: {
    settings?: Partial<AuthSettings>
    hooks?: AuthHooks
    /** The machine's, unless a test moves it. */
    sessionClock?: Clock
    hasher?: PasswordHasher
    hookTransport?: HookTransport
    captcha?: CaptchaVerifier
    /** Replaces SIGNING_KEYS and the data folder's. */
    keys?: SigningKeys
    /** Replaces ENCRYPTION_KEY and the data folder's. */
    secrets?: SecretBox
  } = {},
): AuthService {
  const settings = authSettings(services.config, options.settings)
  const sessionClock = options.sessionClock ?? systemClock
  const keys = options.keys ?? loadSigningKeys(services.config, sessionClock)
  const secrets = options.secrets ?? loadSecretBox(services.config)
  const { issuer, audience, foreignTokenClaims: foreignClaims } = settings
  const tokens = createAccessTokens({ keys, issuer, audience, clock: sessionClock, foreignClaims })
  const hasher = options.hasher ?? passwordHasher
  const { captcha } = services.config
  const providers = providerClients(settings.providers, {
    log: services.log,
    now: () => sessionClock.now().getTime(),
  })
  const auth: Auth = {
    services,
    settings,
    hooks: { mfaVerificationAttempt: (tx, attempt) => judgeMfaAttempt(tx, auth, attempt), ...options.hooks },
    operatorHooks: createOperatorHooks(services.config.hooks, options.hookTransport),
    captcha: options.captcha ?? (captcha ? captchaVerifier(captcha) : null),
    keys,
    publishableKey: publishableKeyOf(services.config.mainOrigin),
    secrets,
    tokens,
    hasher,
    providers,
    sessionClock,
  }

  return {
    provided: { accounts: createAccounts(auth), signatures: documentSignatures(keys) },
    async fetch(raw, context) {
      try {
        return await withTimeLimit(answer(auth, raw, context), settings.requestTimeoutMs)
      } catch (error) {
        return errorResponse(error, raw, context.requestId, services.log)
      }
    },
    async verifyAccessToken(token) {
      const claims = await tokens.verify(token)
      const { sub, session_id: sessionId } = claims ?? {}
      if (!claims || !sub || !sessionId || !isUuid(sub) || !isUuid(sessionId)) return null
      return { userId: sub, sessionId, isDemo: claims.is_demo === true, claims }
    },
    rememberedPerson(token) {
      const { sub, session_id: sessionId } = tokens.remembered(token) ?? {}
      return sub && sessionId ? sub : null
    },
    accessTokenKey: (token) => tokens.keyFor(token),
    async serviceToken() {
      const { token } = await tokens.sign({ role: 'service_role' }, 600)
      return token
    },
    jobs: [
      cleanUpAuth(services),
      settleAddressChanges(auth),
      remindConfirmation(auth),
      deliverSms(services, secrets) as JobDefinition,
      deliverHookCalls(services, { secrets, transport: options.hookTransport }) as JobDefinition,
    ],
  }
}

async function answer(
  auth: Auth,
  raw: Request,
  context: { requestId: string; address: string | null },
): Promise<Response> {
  const { pathname, searchParams } = new URL(raw.url)
  const mounted = pathname.startsWith(`${mount}/`) ? pathname.slice(mount.length) : pathname
  const path = mounted.replace(/\/$/, '')
  requireKnownKey(raw, bearerToken({ raw }), auth.publishableKey)
  const found = findRoute(raw.method, path)
  if ('allowed' in found) throw absentFeature(path) ?? notFound(found.allowed)
  const request: AuthRequest = {
    raw,
    params: found.params,
    query: searchParams,
    userAgent: raw.headers.get('user-agent')?.slice(0, 500) ?? null,
    requestId: context.requestId,
    address: storableAddress(context.address),
  }
  if (!found.route.hashesPassword?.(searchParams)) return handle(auth, found.route, request)
  // the body first, so that a slow sender does not hold a place
  await readText(raw)
  return auth.hasher.admit(() => handle(auth, found.route, request))
}

async function handle(auth: Auth, route: Route, asked: AuthRequest): Promise<Response> {
  const request = route.isAdmins ? { ...asked, adminRole: await requireAdmin(auth, asked) } : asked
  if (route.limit) await limitRequest(auth, request, route.limit)
  const pinned = atOneInstant(auth)
  if (route.needsCaptcha) await requireCaptcha(auth, request)
  if (!route.isAboutAddress) return route.handle(pinned, request)
  return atLeast(auth.settings.addressAnswerMs, () => route.handle(pinned, request))
}

/** Differing milliseconds would distinguish a real sign-up from a simulated one. */
function atOneInstant(auth: Auth): Auth {
  const at = auth.services.clock.now()
  return { ...auth, services: { ...auth.services, clock: { now: () => at } } }
}

/** Without a zone such as `%eth0`; null for an address that Postgres refuses as inet. */
function storableAddress(address: string | null): string | null {
  const bare = address?.split('%')[0] ?? ''
  return isIP(bare) ? bare : null
}

function notFound(allowed: string[]): AuthError {
  if (allowed.length === 0) return new AuthError(404, 'unknown', 'There is nothing at this address')
  return new AuthError(405, 'unknown', 'This address does not take that method', {
    headers: { Allow: allowed.join(', ') },
  })
}

/** @throws AuthError 504 `request_timeout`, which auth-js retries without signing out */
async function withTimeLimit<T>(work: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const message = 'Processing this request timed out, please retry after a moment.'
    late.reject(new AuthError(504, 'request_timeout', message))
  }, ms)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
