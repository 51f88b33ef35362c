import { sql } from 'kysely'
import type { Auth } from '#server/auth/context/auth.ts'
import { type AuthRequest, json } from '#server/auth/http/request.ts'

const smsProvider = 'carefold'

export async function settings({ settings }: Auth): Promise<Response> {
  return json({
    external: {
      anonymous_users: settings.anonymous,
      email: settings.emailProvider,
      phone: settings.phoneProvider,
      google: false,
      ...Object.fromEntries(settings.providers.map(({ name }) => [name, true])),
    },
    disable_signup: !settings.signUp,
    mailer_autoconfirm: settings.mailAutoconfirm,
    phone_autoconfirm: settings.phoneAutoconfirm,
    sms_provider: settings.phoneProvider ? smsProvider : '',
    saml_enabled: settings.saml !== null,
    saml_private_key_next_configured: false,
    passkeys_enabled: false,
  })
}

/** Does not query the database. Clients look for the protocol's name. */
export async function health(): Promise<Response> {
  return json({
    version: 'carefold',
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  })
}

/** docs/contracts/auth.md D15: 503 while the database cannot be reached. */
export async function ready(auth: Auth, request: AuthRequest): Promise<Response> {
  try {
    await auth.services.transactions.withSystem('readiness', (tx) => sql`select 1`.execute(tx), request)
    return json({ status: 'ok' })
  } catch (error) {
    auth.services.log.warn('auth.not_ready', { requestId: request.requestId, error })
    return json({ status: 'unavailable' }, { status: 503, headers: { 'Retry-After': '1' } })
  }
}

/** Includes replaced keys; never shared secrets. */
export async function jwks({ keys }: Auth): Promise<Response> {
  return Response.json(
    { keys: keys.all.map((key) => key.publicJwk).filter((jwk) => jwk !== null) },
    { headers: { 'Cache-Control': 'public, max-age=600' } },
  )
}
