import type { Auth } from '../context/auth.ts'
import type { PasswordWeakness } from '../errors.ts'
import { json } from '../http/request.ts'
import { metadataOf } from '../people/metadata.ts'
import { userView } from '../people/user-view.ts'
import { type ProviderTokens, providerFields } from '../providers/provider-tokens.ts'
import { assuranceOf } from './assurance.ts'
import type { SessionGrant } from './sessions.ts'
import { shapeClaims } from './shape-claims.ts'

/** As auth-js reads it (docs/contracts/auth.md 1.11). `expires_at` in unix seconds. */
export interface SessionBody {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
  refresh_token: string
  user: ReturnType<typeof userView>
  weak_password?: { message: string; reasons: string[] }
}

/** Call it after the transaction, which signing does not need. */
export async function sessionBody(
  auth: Auth,
  grant: SessionGrant,
  method = grant.methods[0]?.method ?? '',
): Promise<SessionBody> {
  const { user, session, methods } = grant
  const claims = await shapeClaims(
    auth,
    {
      sub: user.id,
      aud: user.aud,
      email: user.email ?? '',
      phone: user.phone ?? '',
      app_metadata: metadataOf(user.app_metadata),
      user_metadata: metadataOf(user.user_metadata),
      role: user.role,
      aal: assuranceOf(methods),
      amr: methods,
      session_id: session.id,
      is_anonymous: user.is_anonymous,
      ...(session.is_demo ? { is_demo: true } : {}),
    },
    { method, lifeSeconds: grant.accessTokenSeconds },
  )
  const { token, expiresAt } = await auth.tokens.sign(claims, grant.accessTokenSeconds)
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: grant.accessTokenSeconds,
    expires_at: expiresAt,
    refresh_token: grant.refreshToken,
    user: userView(user, grant.identities, grant.factors),
  }
}

/** @param options.weakness of a password that signs in but no longer meets the policy */
export async function sessionResponse(
  auth: Auth,
  grant: SessionGrant,
  options: {
    weakness?: PasswordWeakness | null
    providerTokens?: ProviderTokens | null
    headers?: Record<string, string>
    /** For hook custom_access_token; by default the newest proof's. */
    method?: string
  } = {},
): Promise<Response> {
  const { weakness, providerTokens } = options
  const body = {
    ...(await sessionBody(auth, grant, options.method)),
    ...providerFields(providerTokens ?? null),
  }
  return json(
    weakness ? { ...body, weak_password: { message: weakness.message, reasons: weakness.reasons } } : body,
    { headers: { ...sessionHeaders(grant), ...options.headers } },
  )
}

function sessionHeaders({ user, session }: SessionGrant): Record<string, string> {
  return {
    'sb-auth-user-id': user.id,
    'sb-auth-session-id': session.id,
    'sb-auth-refresh-token-counter': String(session.refresh_counter),
  }
}
